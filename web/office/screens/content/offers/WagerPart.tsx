import { Checkbox } from '@/ui/Checkbox'
import { t } from '../../../i18n/texts'
import { AmountBlank, ChoiceBlank, NumberBlank, Sentence } from './blanks'
import { GamePercents, GameSet } from './games'
import { canBeSticky, isWagered } from './offerModel'
import { amountsOf, FormPart, type PartProps } from './parts'

/** What has to be wagered, within which bounds, and what becomes of it. */
export function WagerPart(props: PartProps) {
  const { offer, onChange, faults, isReadOnly, currency } = props
  const { amounts, change } = amountsOf(props)
  if (!isWagered(offer.kind)) {
    return offer.kind === 'Freebet' ? (
      <FormPart title={t('offers.wagering')} faults={faults} fields={['wager']}>
        <Sentence
          text="offers.pays_most"
          blanks={{
            win_max: (
              <AmountBlank
                label={t('offers.win_max')}
                value={amounts.win_max}
                onChange={(win_max) => change({ win_max })}
                isDisabled={isReadOnly}
                currency={currency}
                canBeEmpty
              />
            ),
          }}
        />
      </FormPart>
    ) : null
  }
  return (
    <FormPart title={t('offers.wagering')} faults={faults} fields={['wager', 'wager_on', 'valid_hours', 'on_cashout', 'sticky']}>
      <Sentence
        text="offers.is_wagered"
        blanks={{
          wager: (
            <NumberBlank label={t('offer_field.wager')} value={offer.wager} onChange={(wager) => onChange({ wager: wager ?? 0 })} isDisabled={isReadOnly} />
          ),
          base: (
            <ChoiceBlank
              label={t('offer_field.wager_on')}
              value={offer.wager_on}
              onChange={(wager_on) => onChange({ wager_on })}
              isDisabled={isReadOnly}
              choices={(['bonus', 'bonus_and_deposit'] as const).map((value) => ({ value, label: t(`offer_base.${value}`) }))}
            />
          ),
          valid_hours: (
            <NumberBlank
              label={t('offer_field.valid_hours')}
              value={offer.valid_hours}
              onChange={(hours) => onChange({ valid_hours: hours ?? 0 })}
              isDisabled={isReadOnly}
            />
          ),
        }}
      />
      <Sentence
        text="offers.bounds"
        blanks={{
          bet_max: (
            <AmountBlank
              label={t('offers.bet_max')}
              value={amounts.bet_max}
              onChange={(bet_max) => change({ bet_max })}
              isDisabled={isReadOnly}
              currency={currency}
              canBeEmpty
            />
          ),
          win_max: (
            <AmountBlank
              label={t('offers.win_max')}
              value={amounts.win_max}
              onChange={(win_max) => change({ win_max })}
              isDisabled={isReadOnly}
              currency={currency}
              canBeEmpty
            />
          ),
          lost_below: (
            <AmountBlank
              label={t('offers.lost_below')}
              value={amounts.lost_below}
              onChange={(lost_below) => change({ lost_below })}
              isDisabled={isReadOnly}
              currency={currency}
              canBeEmpty
            />
          ),
        }}
      />
      {(canBeSticky(offer) || offer.sticky) && (
        <Checkbox isSelected={offer.sticky} isDisabled={isReadOnly} onChange={(sticky) => onChange({ sticky })}>
          {t('offers.is_sticky')}
        </Checkbox>
      )}
      <AtCashout {...props} />
    </FormPart>
  )
}

/** What a withdrawal does: it always cancels what is sticky, and the rest is about what free spins win. */
function AtCashout({ offer, onChange, isReadOnly }: PartProps) {
  return (
    <>
      {offer.sticky && <p className="text-base leading-10 text-soft">{t('offers.at_cashout_sticky')}</p>}
      {(!offer.sticky || offer.freespins) && (
        <Sentence
          text={offer.sticky ? 'offers.at_cashout_of_spins' : 'offers.at_cashout'}
          blanks={{
            on_cashout: (
              <ChoiceBlank
                label={t('offer_field.on_cashout')}
                value={offer.on_cashout}
                onChange={(on_cashout) => onChange({ on_cashout })}
                isDisabled={isReadOnly}
                choices={(['keep', 'cancel'] as const).map((value) => ({ value, label: t(`offer_cashout.${value}`) }))}
              />
            ),
          }}
        />
      )}
    </>
  )
}

/** What of a stake counts, on which games nothing can be staked, and which losses count. */
export function GamesPart({ offer, onChange, faults, isReadOnly, choices }: PartProps) {
  const isPlayed = isWagered(offer.kind) || offer.freespins !== null
  if (offer.trigger === 'cashback') {
    return (
      <FormPart title={t('offer_field.counted')} faults={faults} fields={['counted']}>
        <p className="text-sm text-muted">{t('offers.counted_help')}</p>
        <GameSet
          label={t('offer_field.counted')}
          chosen={offer.counted}
          onChange={(counted) => onChange({ counted })}
          choices={choices}
          isReadOnly={isReadOnly}
        />
      </FormPart>
    )
  }
  if (!isPlayed) return null
  const { contributions } = offer
  return (
    <FormPart title={t('offer_field.contributions')} faults={faults} fields={['contributions', 'excluded']}>
      <Sentence
        text="offers.others_count"
        blanks={{
          other: (
            <NumberBlank
              label={t('offers.other_games')}
              value={contributions.other}
              onChange={(other) => onChange({ contributions: { ...contributions, other: other ?? 0 } })}
              isDisabled={isReadOnly}
            />
          ),
        }}
      />
      <GamePercents contributions={contributions} onChange={(changed) => onChange({ contributions: changed })} choices={choices} isReadOnly={isReadOnly} />
      <h3 className="pt-2 text-sm font-semibold">{t('offer_field.excluded')}</h3>
      <p className="text-sm text-muted">{t('offers.excluded_help')}</p>
      <GameSet
        label={t('offer_field.excluded')}
        chosen={offer.excluded}
        onChange={(excluded) => onChange({ excluded })}
        choices={choices}
        isReadOnly={isReadOnly}
      />
    </FormPart>
  )
}
