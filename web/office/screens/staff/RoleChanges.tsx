import { useQuery } from '@tanstack/react-query'
import { Badge } from '@/ui/Badge'
import { Dialog } from '@/ui/Dialog'
import { roleHistoryQuery } from '../../api/roles'
import type { AccessChange, RoleChange, StaffRole } from '../../api/types'
import { t } from '../../i18n/texts'
import { Loaded } from '../../ui/Loaded'
import { Time } from '../../ui/Time'
import { difference, permissionText, roleName } from './roles'

const TONE = { waiting: 'warning', expired: 'neutral', approved: 'success', refused: 'danger' } as const

/** What a change does to a role: its step, and every permission that it adds or takes. */
export function RoleDifference({ change: { step, before, after } }: { change: RoleChange }) {
  const { added, taken } = difference(before.permissions, after.permissions)
  return (
    <>
      <p className="font-medium text-text">{t(`roles.step_${step}`, { name: step === 'change' ? before.name : after.name })}</p>
      {step === 'change' && before.name !== after.name && <p>{t('roles.renamed', { name: after.name })}</p>}
      {step !== 'withdraw' && (
        <ul className="mt-1">
          {added.map((permission) => (
            <li key={permission}>
              <ins className="text-success no-underline">+ {permissionText(permission)}</ins>
            </li>
          ))}
          {taken.map((permission) => (
            <li key={permission}>
              <del className="text-danger-text no-underline">− {permissionText(permission)}</del>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** Who has asked, why, and what became of it. */
export function RequestStanding({ change }: { change: RoleChange | AccessChange }) {
  const { state, reason, requested_by, requested_at, expires_at, decided_by, decision_reason, decided_at } = change
  return (
    <>
      <Badge tone={TONE[state]}>{t(`adjustments.${state}`)}</Badge>
      <p className="mt-1 break-words text-text">{reason}</p>
      <p className="text-xs text-muted">
        {requested_by} · <Time at={requested_at} />
      </p>
      <p className="text-xs text-muted">
        {decided_by ? `${decided_by}: ${decision_reason ?? ''}` : t('adjustments.until')} <Time at={decided_at ?? expires_at} />
      </p>
    </>
  )
}

/** What was ever asked for about a role, the newest first. */
export function RoleHistoryDialog({ role, onClose }: { role: StaffRole; onClose: () => void }) {
  const history = useQuery(roleHistoryQuery(role.id))
  return (
    <Dialog title={t('roles.history_of', { name: roleName(role.id, role.title) })} onClose={onClose} size="l">
      <Loaded query={history}>
        {({ changes }) => (
          <ol className="divide-y divide-line text-sm text-soft">
            {changes.map((change) => (
              <li key={change.id} className="grid gap-3 py-3 md:grid-cols-2">
                <div>
                  <RoleDifference change={change} />
                </div>
                <div>
                  <RequestStanding change={change} />
                </div>
              </li>
            ))}
          </ol>
        )}
      </Loaded>
    </Dialog>
  )
}
