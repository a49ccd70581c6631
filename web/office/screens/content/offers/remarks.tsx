import { Button } from '@/ui/Button'
import { Icon } from '@/ui/Icon'
import { Notice } from '@/ui/Notice'
import type { OfferAssessment, OfferForm, OfferView } from '../../../api/types'
import { say } from '../../../i18n/texts'
import { Panel } from '../../../ui/Panel'
import { Time } from '../../../ui/Time'
import { changedFields, seenOf } from './offerModel'

/** What is hard on players about the offer. */
export function Warnings({ warnings }: { warnings: OfferAssessment['warnings'] | undefined }) {
  if (!warnings) return null
  return (
    <Panel title={say('offers.warnings')}>
      {warnings.length === 0 ? (
        <p className="text-sm text-muted">{say('offers.no_warnings')}</p>
      ) : (
        <ul aria-live="polite" className="space-y-3 text-sm">
          {warnings.map(({ warning, currencies }) => (
            <li key={warning} className="flex items-start gap-2">
              <Icon name="warning" size={18} className="mt-px shrink-0 text-warning" />
              <span>
                {say(`offer_warning.${warning}`)} <span className="text-xs text-muted">{currencies.join(', ')}</span>
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
    <Notice
      tone="warning"
      action={
        <span className="flex flex-wrap gap-2">
          <Button size="s" variant="secondary" onPress={onTake}>
            {say('content.take_theirs')}
          </Button>
          <Button size="s" variant="secondary" onPress={onKeep}>
            {say('content.keep_mine')}
          </Button>
        </span>
      }
    >
      {say('offers.newer', { name: draft?.saved_by ?? in_force.published_by ?? '' })} {at && <Time at={at} />}
      {fields.length > 0 && <span className="block">{say('offers.differs', { fields: fields.map((field) => say(`offer_field.${field}`)).join(', ') })}</span>}
    </Notice>
  )
}
