import { Icon } from '@/ui/Icon'
import type { OfferAssessment, OfferForm, OfferView } from '../../../api/types'
import { t } from '../../../i18n/texts'
import { Panel } from '../../../ui/Panel'
import { Time } from '../../../ui/Time'
import { changedFields, seenOf } from './offerModel'
import { NewerAlert } from '../NewerAlert'

/** What is hard on players about the offer. */
export function Warnings({ warnings }: { warnings: OfferAssessment['warnings'] | undefined }) {
  if (!warnings) return null
  return (
    <Panel title={t('offers.warnings')}>
      {warnings.length === 0 ? (
        <p className="text-sm text-muted">{t('offers.no_warnings')}</p>
      ) : (
        <ul aria-live="polite" className="space-y-3 text-sm">
          {warnings.map(({ warning, currencies }) => (
            <li key={warning} className="flex items-start gap-2">
              <Icon name="warning" size={18} className="mt-px shrink-0 text-warning" />
              <span>
                {t(`offer_warning.${warning}`)} <span className="text-xs text-muted">{currencies.join(', ')}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

interface NewerProps {
  view: OfferView
  mine: OfferForm
  onTake: () => void
  onKeep: () => void
}

/** Who has changed the offer meanwhile, when, and in which fields it now differs from what is typed here. */
export function Newer({ view, mine, onTake, onKeep }: NewerProps) {
  const { draft, in_force } = view
  const at = draft?.saved_at ?? in_force.published_at
  const fields = changedFields(seenOf(view).offer, mine)
  return (
    <NewerAlert onTake={onTake} onKeep={onKeep}>
      {t('offers.newer', { name: draft?.saved_by ?? in_force.published_by ?? '' })} {at && <Time at={at} />}
      {fields.length > 0 && <span className="block">{t('offers.differs', { fields: fields.map((field) => t(`offer_field.${field}`)).join(', ') })}</span>}
    </NewerAlert>
  )
}
