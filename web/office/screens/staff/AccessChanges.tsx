import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Badge } from '@/ui/Badge'
import { Button } from '@/ui/Button'
import { showToast } from '@/ui/toast'
import { ROLES } from '../../api/roles'
import { approveAccess, refuseAccess, staffQuery } from '../../api/staff'
import type { AccessChange, BrandChoice, Me } from '../../api/types'
import { t } from '../../i18n/texts'
import { Panel } from '../../ui/Panel'
import { ReasonDialog } from '../../ui/ReasonDialog'
import { RequestStanding } from './RoleChanges'
import { brandNames, roleName } from './roles'

interface WaitingAccessProps {
  changes: readonly AccessChange[]
  brands: readonly BrandChoice[]
  me: Me
}

/** Changes of roles and brands that wait. Who has asked for one may only take it back, and whom it is about decides nothing. */
export function WaitingAccess({ changes, brands, me }: WaitingAccessProps) {
  const [open, setOpen] = useState<{ kind: 'approve' | 'refuse'; change: AccessChange } | null>(null)
  return (
    <Panel title={t('roles.waiting')} actions={<Badge tone="warning">{String(changes.length)}</Badge>}>
      <ul className="divide-y divide-line text-sm text-soft">
        {changes.map((change) => (
          <li key={change.id} className="grid gap-3 py-3 first:pt-0 last:pb-0 md:grid-cols-[1fr_1fr_auto]">
            <div>
              <AccessDifference change={change} brands={brands} />
            </div>
            <div>
              <RequestStanding change={change} />
            </div>
            {change.member !== me.id && (
              <div className="flex flex-wrap items-start gap-2">
                {change.requester !== me.id && change.state === 'waiting' && (
                  <Button size="s" onPress={() => setOpen({ kind: 'approve', change })}>
                    {t('roles.approve')}
                  </Button>
                )}
                <Button size="s" variant="secondary" onPress={() => setOpen({ kind: 'refuse', change })}>
                  {t(change.requester === me.id ? 'roles.take_back' : 'roles.refuse')}
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
      {open && <Deciding {...open} brands={brands} onClose={() => setOpen(null)} />}
    </Panel>
  )
}

/** Whose role or brands change, from what to what. */
function AccessDifference({ change: { member_name, before, after }, brands }: { change: AccessChange; brands: readonly BrandChoice[] }) {
  const [oldRole, newRole] = [before, after].map(({ role, role_title }) => roleName(role, role_title))
  const [oldBrands, newBrands] = [before, after].map((access) => brandNames(access.brands, brands))
  return (
    <>
      <p className="font-medium text-text">{member_name}</p>
      {oldRole !== newRole && <p>{t('staff.role_from_to', { from: oldRole ?? '', to: newRole ?? '' })}</p>}
      {oldBrands !== newBrands && <p>{t('staff.brands_from_to', { from: oldBrands ?? '', to: newBrands ?? '' })}</p>}
    </>
  )
}

interface DecidingProps {
  kind: 'approve' | 'refuse'
  change: AccessChange
  brands: readonly BrandChoice[]
  onClose: () => void
}

function Deciding({ kind, change, brands, onClose }: DecidingProps) {
  const queryClient = useQueryClient()
  const onDone = () => {
    onClose()
    void queryClient.invalidateQueries({ queryKey: staffQuery.queryKey })
    void queryClient.invalidateQueries({ queryKey: ROLES })
  }
  return (
    <ReasonDialog
      title={t(`roles.${kind}_title`)}
      text={<AccessDifference change={change} brands={brands} />}
      confirm={t(`roles.${kind}`)}
      tone={kind === 'approve' ? 'primary' : 'danger'}
      run={(reason, key) => (kind === 'approve' ? approveAccess : refuseAccess)(change.id, reason, key)}
      onDone={() => {
        showToast('successfully', t(`roles.${kind}_done`))
        onDone()
      }}
      onChanged={onDone}
      onClose={onClose}
    />
  )
}
