import { Checkbox } from '@/ui/Checkbox'
import type { OfferSpins } from '../../../api/types'
import { t } from '../../../i18n/texts'
import { AmountBlank, ChoiceBlank, NumberBlank, Sentence } from './blanks'
import { AddGame, Chip } from './games'
import { hasAmount, NO_SPINS, UNREAD } from './offerModel'
import { FormPart, type PartProps } from './parts'

/** The free spins of an offer: those that come with it, or those that it is. */
export function SpinsPart(props: PartProps) {
  const { offer, onChange, currency, faults, isReadOnly } = props
  const { freespins } = offer
  const mayHave = offer.kind === null || (hasAmount(offer.kind) && offer.kind !== 'XP' && offer.trigger !== 'reward')
  if (!mayHave) return null
  return (
    <FormPart title={t('offer_field.freespins')} faults={faults} fields={['freespins']}>
      {offer.kind !== null && (
        <Checkbox
          isSelected={freespins !== null}
          isDisabled={isReadOnly}
          onChange={(has) => onChange({ freespins: has ? { ...NO_SPINS, stakes: { [currency]: UNREAD } } : null })}
        >
          {t('offers.has_spins')}
        </Checkbox>
      )}
      {freespins && <Spins {...props} spins={freespins} />}
    </FormPart>
  )
}

/** A table of amounts without those of a currency, or with another one. */
function put(amounts: Record<string, number>, currency: string, cents: number | null): Record<string, number> {
  const rest = Object.fromEntries(Object.entries(amounts).filter(([code]) => code !== currency))
  return cents === null ? rest : { ...rest, [currency]: cents }
}

function Spins({ spins, onChange, currency, choices, isReadOnly }: PartProps & { spins: OfferSpins }) {
  const change = (changed: Partial<OfferSpins>) => onChange({ freespins: { ...spins, ...changed } })
  const set = (name: 'count' | 'hours' | 'wager', typed: number | null) => onChange({ freespins: { ...spins, [name]: typed ?? 0 } })
  const bound = (name: 'bet_max' | 'win_max', cents: number | null) => onChange({ freespins: { ...spins, [name]: put(spins[name], currency, cents) } })
  const count = (name: 'count' | 'hours' | 'wager') => (
    <NumberBlank label={t(`offers.spins_${name}`)} value={spins[name]} onChange={(typed) => set(name, typed)} isDisabled={isReadOnly} />
  )
  const most = (name: 'bet_max' | 'win_max') => (
    <AmountBlank
      label={t(`offers.spins_${name}`)}
      value={spins[name][currency] ?? null}
      onChange={(cents) => bound(name, cents)}
      isDisabled={isReadOnly}
      currency={currency}
      canBeEmpty
    />
  )
  return (
    <>
      <Sentence
        text="offers.spins"
        blanks={{
          count: count('count'),
          kind: (
            <ChoiceBlank
              label={t('offers.spins_kind')}
              value={spins.kind}
              onChange={(kind) => change({ kind })}
              isDisabled={isReadOnly}
              choices={(['Giftspin', 'Feature Freespins'] as const).map((value) => ({ value, label: t(`offer_kind.${value}`) }))}
            />
          ),
          stake: (
            <AmountBlank
              label={t('offers.spins_stake')}
              value={spins.stakes[currency] ?? null}
              onChange={(cents) => change({ stakes: put(spins.stakes, currency, cents) })}
              isDisabled={isReadOnly}
              currency={currency}
              canBeEmpty
            />
          ),
          hours: count('hours'),
        }}
      />
      <div className="flex flex-wrap items-center gap-2">
        <span className="text-base text-soft">{t('offers.spins_games')}</span>
        {spins.games.map((game) => (
          <Chip
            key={game}
            name={`game:${game}`}
            choices={choices}
            onRemove={isReadOnly ? undefined : () => change({ games: spins.games.filter((other) => other !== game) })}
          />
        ))}
        {!isReadOnly && (
          <AddGame
            label={t('offers.add_to', { list: t('offer_field.freespins') })}
            taken={spins.games.map((game) => `game:${game}` as const)}
            choices={choices}
            hasCategories={false}
            onAdd={(name) => change({ games: [...spins.games, name.slice('game:'.length)] })}
          />
        )}
      </div>
      <Sentence text="offers.spins_win" blanks={{ wager: count('wager'), bet_max: most('bet_max'), win_max: most('win_max') }} />
    </>
  )
}
