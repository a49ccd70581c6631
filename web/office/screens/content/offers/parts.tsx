import type { ReactNode } from 'react'
import type { OfferAmounts, OfferAssessment, OfferChoices, OfferForm } from '../../../api/types'
import { Panel } from '../../../ui/Panel'
import { t } from '../../../i18n/texts'
import { NO_AMOUNTS } from './offerModel'

/** What every part of the form works with. */
export interface PartProps {
  offer: OfferForm
  onChange: (changed: Partial<OfferForm>) => void
  /** The currency whose amounts are shown. */
  currency: string
  choices: OfferChoices
  faults: OfferAssessment['faults']
  isReadOnly: boolean
}

/** The amounts of an offer in the shown currency, and how one of them is changed. */
export function amountsOf({ offer, onChange, currency }: PartProps): { amounts: OfferAmounts; change: (changed: Partial<OfferAmounts>) => void } {
  const amounts = offer.amounts[currency] ?? NO_AMOUNTS
  return { amounts, change: (changed) => onChange({ amounts: { ...offer.amounts, [currency]: { ...amounts, ...changed } } }) }
}

interface FormPartProps {
  title: string
  faults: PartProps['faults']
  /** The fields that it is about: what is wrong with them is told here. */
  fields: readonly string[]
  actions?: ReactNode
  children: ReactNode
}

/** A part of the form with what is wrong in it. */
export function FormPart({ title, faults, fields, actions, children }: FormPartProps) {
  const found = faults.filter(({ field }) => fields.includes(field))
  return (
    <Panel title={title} actions={actions}>
      <div className="space-y-2">
        {children}
        {found.map(({ field, message }) => (
          <p key={`${field} ${message}`} role="alert" className="text-sm text-danger-text">
            {t('offers.fault', { field: t(`offer_field.${known(field)}`), message })}
          </p>
        ))}
      </div>
    </Panel>
  )
}

/** The fields of an offer, each of which has a name in both languages. */
export const FIELDS = [
  'code',
  'trigger',
  'kind',
  'group_key',
  'title',
  'deposit_number',
  'hidden',
  'audience',
  'coupon',
  'group',
  'points',
  'percent',
  'period',
  'counted',
  'amounts',
  'wager',
  'wager_on',
  'contributions',
  'excluded',
  'on_cashout',
  'sticky',
  'activatable_hours',
  'valid_hours',
  'freespins',
  'from',
  'until',
  'withdrawn',
] as const

/** The name of a field of the server; those that have none are about the offer as a whole. */
export function known(field: string): (typeof FIELDS)[number] | 'offer' {
  return FIELDS.find((name) => name === field) ?? 'offer'
}
