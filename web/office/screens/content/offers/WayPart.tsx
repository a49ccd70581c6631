import type { OfferForm } from '../../../api/types'
import { t, type OfficeKey } from '../../../i18n/texts'
import { AmountBlank, ChoiceBlank, NumberBlank, Sentence, TextBlank } from './blanks'
import { byTrigger, hasAmount, kindsOf, ofKind, TRIGGERS } from './offerModel'
import { amountsOf, FormPart, type PartProps } from './parts'

/** Stands for an offer without a kind. */
const FREE_SPINS = 'freespins' as const

/** What an offer gives, by its name. */
type Gives = NonNullable<OfferForm['kind']> | typeof FREE_SPINS

/** By what a player comes to the offer, and what it gives. */
export function WayPart(props: PartProps) {
  const { offer, onChange, faults, isReadOnly, currency, choices } = props
  const { amounts, change } = amountsOf(props)
  const kind = (
    <ChoiceBlank<Gives>
      label={t('offer_field.kind')}
      value={offer.kind ?? FREE_SPINS}
      onChange={(chosen) => onChange(ofKind(offer, chosen === FREE_SPINS ? null : chosen))}
      isDisabled={isReadOnly}
      choices={kindsOf(offer.trigger).map((value) => ({ value: value ?? FREE_SPINS, label: t(`offer_kind.${value ?? FREE_SPINS}`) }))}
    />
  )
  const amount = (
    <AmountBlank
      label={t('offers.amount')}
      value={amounts.amount}
      onChange={(cents) => change({ amount: cents ?? 0 })}
      isDisabled={isReadOnly}
      currency={offer.kind === 'XP' ? '' : currency}
    />
  )
  const percent = (
    <NumberBlank label={t('offer_field.percent')} value={offer.percent} onChange={(typed) => onChange({ percent: typed ?? 0 })} isDisabled={isReadOnly} />
  )
  const blanks = {
    kind,
    amount,
    percent,
    deposit_min: (
      <AmountBlank
        label={t('offers.deposit_min')}
        value={amounts.deposit_min}
        onChange={(cents) => change({ deposit_min: cents ?? 0 })}
        isDisabled={isReadOnly}
        currency={currency}
      />
    ),
    loss_min: (
      <AmountBlank
        label={t('offers.loss_min')}
        value={amounts.loss_min}
        onChange={(cents) => change({ loss_min: cents ?? 0 })}
        isDisabled={isReadOnly}
        currency={currency}
      />
    ),
    period: (
      <ChoiceBlank
        label={t('offer_field.period')}
        value={offer.period ?? 'week'}
        onChange={(period) => onChange({ period })}
        isDisabled={isReadOnly}
        choices={(['day', 'week'] as const).map((value) => ({ value, label: t(`offer_period.${value}`) }))}
      />
    ),
    group: (
      <ChoiceBlank
        label={t('offer_field.group')}
        value={String(offer.group ?? '')}
        onChange={(id) => onChange({ group: id === '' ? null : Number(id) })}
        isDisabled={isReadOnly}
        choices={[{ value: '', label: '–' }, ...choices.groups.map(({ id, name }) => ({ value: String(id), label: `${name} (${String(id)})` }))]}
      />
    ),
  }
  return (
    <FormPart
      title={t('offers.way')}
      faults={faults}
      fields={['trigger', 'kind', 'amounts', 'percent', 'deposit_number', 'coupon', 'group', 'points', 'period', 'offer']}
    >
      <Sentence
        text="offers.comes_by"
        blanks={{
          trigger: (
            <ChoiceBlank
              label={t('offer_field.trigger')}
              value={offer.trigger}
              onChange={(trigger) => onChange(byTrigger(offer, trigger))}
              isDisabled={isReadOnly}
              choices={TRIGGERS.map((value) => ({ value, label: t(`offer_trigger.${value}`) }))}
            />
          ),
        }}
      />
      <Sentence text={givesText(offer)} blanks={blanks} />
      <Details {...props} />
    </FormPart>
  )
}

/** The sentence of what an offer gives. */
function givesText({ trigger, kind }: OfferForm): OfficeKey {
  if (kind === 'Group') return 'offers.gives_group'
  if (!hasAmount(kind)) return 'offers.gives_thing'
  if (trigger === 'deposit') return 'offers.gives_deposit'
  return trigger === 'cashback' ? 'offers.gives_cashback' : 'offers.gives_amount'
}

/** What only offers of one trigger say. */
function Details({ offer, onChange, isReadOnly }: PartProps) {
  if (offer.trigger === 'deposit') {
    return (
      <Sentence
        text="offers.for_deposit"
        blanks={{
          deposit_number: (
            <NumberBlank
              label={t('offer_field.deposit_number')}
              value={offer.deposit_number}
              onChange={(deposit_number) => onChange({ deposit_number })}
              isDisabled={isReadOnly}
              canBeEmpty
              placeholder="–"
            />
          ),
        }}
      />
    )
  }
  if (offer.trigger === 'coupon') {
    return (
      <Sentence
        text="offers.by_coupon"
        blanks={{
          coupon: (
            <TextBlank
              label={t('offer_field.coupon')}
              value={offer.coupon ?? ''}
              onChange={(typed) => onChange({ coupon: typed === '' ? null : typed })}
              isDisabled={isReadOnly}
            />
          ),
        }}
      />
    )
  }
  if (offer.trigger === 'reward') {
    return (
      <Sentence
        text="offers.for_points"
        blanks={{
          points: (
            <NumberBlank
              label={t('offer_field.points')}
              value={offer.points}
              onChange={(points) => onChange({ points })}
              isDisabled={isReadOnly}
              canBeEmpty
              placeholder="–"
            />
          ),
        }}
      />
    )
  }
  return null
}
