import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '@/api/errors'
import { limitsQuery } from '@/api/session/limits'
import type { ConfirmedLimit } from '@/api/types'
import { useAction } from '@/api/useAction'
import { problemText } from '@/i18n/errorText'
import { t } from '@/i18n/messages'
import { dateTimeText } from '@/i18n/names'
import { Button } from '@/ui/Button'
import { LanternOut } from '@/ui/drawings'
import { EmptyState } from '@/ui/EmptyState'
import { ButtonLink } from '@/ui/Link'
import { Alert } from '@/ui/Alert'
import { Spinner } from '@/ui/Spinner'
import { confirmLimit } from '../api/confirmLimit'
import { typeText } from '../model/limitTypes'

/** Confirms the looser limit whose token the address holds, signed in or not, and tells what comes of it. */
export function ConfirmLimit({ token }: { token: string }) {
  return token === '' ? <DeadLink /> : <Confirming token={token} />
}

/** Whether asking again would be refused again: the token is used up, too old or made up. */
function isRefused(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429
}

function DeadLink() {
  return (
    <div className="content py-6 md:py-10">
      <EmptyState
        level={1}
        drawing={<LanternOut />}
        title={t('confirm.failed_title')}
        text={t('limits.link_dead')}
        action={<ButtonLink to="/profile/limits">{t('limits.to_limits')}</ButtonLink>}
      />
    </div>
  )
}

function Confirming({ token }: { token: string }) {
  const client = useQueryClient()
  const [confirmed, setConfirmed] = useState<ConfirmedLimit>()
  const [failure, setFailure] = useState<unknown>()
  const confirming = useAction({
    run: (wanted: string, { idempotencyKey }) => confirmLimit(wanted, idempotencyKey),
    onDone: (answer) => {
      setConfirmed(answer)
      void client.invalidateQueries({ queryKey: limitsQuery.queryKey })
    },
    onError: setFailure,
  })
  const start = () => {
    setFailure(undefined)
    void confirming.start(token)
  }
  const first = useRef(start)
  useEffect(() => first.current(), [])
  if (isRefused(failure)) return <DeadLink />
  return (
    <div className="content max-w-xl py-10">
      <h1 className="text-2xl font-semibold">{t('limits.confirm_title')}</h1>
      <div className="mt-6 grid gap-4" aria-live="polite">
        {confirmed ? (
          <>
            <Alert tone="success">{t('limits.confirmed', { limit: typeText(confirmed.type), date: dateTimeText(confirmed.effective_at) })}</Alert>
            <ButtonLink to="/profile/limits">{t('limits.to_limits')}</ButtonLink>
          </>
        ) : failure !== undefined ? (
          <>
            <Alert tone="danger">{problemText(failure)}</Alert>
            <Button variant="secondary" onPress={start} pending={confirming.isPending}>
              {t('oops.action')}
            </Button>
          </>
        ) : (
          <p className="flex items-center gap-3 text-soft">
            <Spinner size={20} /> {t('limits.confirming')}
          </p>
        )}
      </div>
    </div>
  )
}
