import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { OpenSession } from '@/api/types'
import { useAction } from '@/api/useAction'
import { t } from '@/i18n/messages'
import { countryName, dateTimeText } from '@/i18n/names'
import { Badge } from '@/ui/Badge'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { FailedState } from '@/ui/FailedState'
import { Skeleton } from '@/ui/Skeleton'
import { showToast } from '@/ui/toast'
import { toastError } from '@/ui/toastError'
import { endOtherSessions, endSession, sessionsQuery } from '../api/sessions'

/** What a session is called: `Firefox, Windows`, or that its device is not known. */
function deviceText({ browser, system }: OpenSession): string {
  return [browser, system].filter((name) => name !== null).join(', ') || t('security.unknown_device')
}

/** Where the player is signed in, with an end for each session and for all others. */
export function SessionsCard() {
  const client = useQueryClient()
  const { data: sessions, isError, refetch } = useQuery(sessionsQuery)
  const others = useAction({
    run: (_: void, { idempotencyKey }) => endOtherSessions(idempotencyKey),
    onDone: () => {
      showToast('successfully', t('security.others_ended'), { id: 'sessions' })
      void client.invalidateQueries({ queryKey: sessionsQuery.queryKey })
    },
    onError: toastError,
  })
  return (
    <Card title={t('security.sessions')} text={t('security.sessions_text')}>
      {!sessions && (isError ? <FailedState level={3} title={t('security.failed')} onRetry={() => void refetch()} /> : <Skeleton className="h-32 w-full" />)}
      {sessions && (
        <ul className="divide-y divide-line/60 overflow-hidden rounded-m border border-line bg-raised">
          {sessions.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </ul>
      )}
      {sessions && sessions.length > 1 && (
        <Button variant="secondary" icon="signOut" className="mt-5" pending={others.isPending} onPress={() => void others.start()}>
          {t('security.end_others')}
        </Button>
      )}
    </Card>
  )
}

function SessionRow({ session }: { session: OpenSession }) {
  const client = useQueryClient()
  const device = deviceText(session)
  const { start, isPending } = useAction({
    run: (_: void, { idempotencyKey }) => endSession(session.id, idempotencyKey),
    onDone: () => {
      showToast('successfully', t('security.session_ended'), { id: 'sessions' })
      void client.invalidateQueries({ queryKey: sessionsQuery.queryKey })
    },
    onError: (error) => {
      toastError(error)
      // It may have ended meanwhile.
      void client.invalidateQueries({ queryKey: sessionsQuery.queryKey })
    },
  })
  return (
    <li className="flex min-h-15 flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div data-varies className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 text-sm font-semibold">
          {device}
          {session.current && <Badge tone="accent">{t('security.this_session')}</Badge>}
        </p>
        <p className="text-xs text-muted">
          {t('security.session_from', {
            place: session.country ? countryName(session.country) : t('security.unknown_place'),
            time: dateTimeText(session.created_at),
          })}
        </p>
        {!session.current && <p className="text-xs text-muted">{t('security.session_seen', { time: dateTimeText(session.seen_at) })}</p>}
      </div>
      {!session.current && (
        <Button variant="ghost" pending={isPending} aria-label={t('security.end_session_of', { device })} onPress={() => void start()}>
          {t('security.end_session')}
        </Button>
      )}
    </li>
  )
}
