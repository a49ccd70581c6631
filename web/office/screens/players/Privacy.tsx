import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '@/ui/Button'
import { showToast } from '@/ui/toast'
import { PLAYERS } from '../../api/players'
import { closeAccount, privacyQuery, reopenAccount } from '../../api/privacy'
import type { PlayerPrivacy } from '../../api/types'
import { t, tWord } from '../../i18n/texts'
import { Loaded } from '../../ui/Loaded'
import { Panel } from '../../ui/Panel'
import { Nothing } from '../../ui/PlayerParts'
import { ReasonDialog } from '../../ui/ReasonDialog'
import { Time } from '../../ui/Time'

/** Whether the account is closed, by whom and why, and which copies of data the player has asked for. */
export function Privacy({ id, mayStop }: { id: number; mayStop: boolean }) {
  const query = useQuery(privacyQuery(id))
  const [isOpen, setOpen] = useState(false)
  const queryClient = useQueryClient()
  const isClosed = query.data?.is_closed ?? false
  const isErased = query.data?.closures.some(({ erased_at }) => erased_at !== null) ?? true
  const onChanged = () => {
    setOpen(false)
    void queryClient.invalidateQueries({ queryKey: PLAYERS })
  }
  const action = mayStop && query.data && !isErased && (
    <Button size="s" variant={isClosed ? 'secondary' : 'danger'} onPress={() => setOpen(true)}>
      {t(isClosed ? 'privacy.reopen' : 'privacy.close')}
    </Button>
  )
  return (
    <Panel title={t('privacy.title')} actions={action}>
      <Loaded query={query}>{(found) => <Found privacy={found} />}</Loaded>
      {isOpen && (
        <ReasonDialog
          title={t(isClosed ? 'privacy.reopen_title' : 'privacy.close_title')}
          text={t(isClosed ? 'privacy.reopen_text' : 'privacy.close_text')}
          confirm={t(isClosed ? 'privacy.reopen' : 'privacy.close')}
          tone={isClosed ? 'primary' : 'danger'}
          run={(reason, key) => (isClosed ? reopenAccount : closeAccount)(id, reason, key)}
          onDone={() => {
            showToast('successfully', t(isClosed ? 'privacy.reopened' : 'privacy.closed'))
            onChanged()
          }}
          onChanged={onChanged}
          onClose={() => setOpen(false)}
        />
      )}
    </Panel>
  )
}

function Found({ privacy }: { privacy: PlayerPrivacy }) {
  if (privacy.closures.length + privacy.exports.length === 0) return <Nothing>{t('privacy.none')}</Nothing>
  return (
    <ul className="divide-y divide-line text-sm">
      {privacy.closures.map((closure) => (
        <li key={closure.id} className="space-y-1 py-2 first:pt-0 last:pb-0">
          <p className="font-medium">
            {closure.is_own_wish ? t('privacy.closed_by_player') : t('privacy.closed_by', { by: closure.closed_by })} · <Time at={closure.closed_at} />
          </p>
          {closure.reason && <p className="break-words whitespace-pre-wrap">{closure.reason}</p>}
          {closure.reopened_at && (
            <p className="break-words text-soft">
              {t('privacy.reopened_by', { by: closure.reopened_by ?? '', reason: closure.reopen_reason ?? '' })} · <Time at={closure.reopened_at} />
            </p>
          )}
          {!closure.reopened_at && (
            <p className="text-soft">
              {t(closure.erased_at ? 'privacy.erased' : 'privacy.erased_from')} <Time at={closure.erased_at ?? closure.erased_from} />
            </p>
          )}
        </li>
      ))}
      {privacy.exports.map((copy) => (
        <li key={copy.id} className="py-2 first:pt-0 last:pb-0">
          {t('privacy.copy')}: {tWord('export', copy.state)} · <Time at={copy.asked_at} />
        </li>
      ))}
    </ul>
  )
}
