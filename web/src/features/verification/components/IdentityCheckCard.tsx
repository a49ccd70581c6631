import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { ApiError } from '@/api/errors'
import { usePlayer } from '@/api/session/player'
import type { IdentityCheck } from '@/api/types'
import { useAction } from '@/api/useAction'
import { t } from '@/i18n/messages'
import { Badge, type BadgeTone } from '@/ui/Badge'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { ButtonLink } from '@/ui/Link'
import { Alert } from '@/ui/Alert'
import { toastError } from '@/ui/toastError'
import { documentsQuery } from '../api/documents'
import { startIdentityCheck } from '../api/identityCheck'
import { IdentityFrame } from './IdentityFrame'

const TONES: Record<NonNullable<IdentityCheck['state']>, BadgeTone> = {
  started: 'neutral',
  pending: 'info',
  on_hold: 'info',
  review: 'info',
  approved: 'success',
  retry: 'warning',
  refused: 'danger',
}

/** What keeps a player from the partner's page. */
type Obstacle = 'profile' | 'silence'

function obstacleOf(error: unknown): Obstacle | null {
  if (!(error instanceof ApiError)) return null
  if (error.status === 422) return 'profile'
  return error.code === 'identity_partner_unavailable' ? 'silence' : null
}

interface IdentityCheckCardProps {
  check: IdentityCheck
  isVerified: boolean
}

/** The quick way: the partner's page looks at a document and a face. Documents for staff stay below. */
export function IdentityCheckCard({ check, isVerified }: IdentityCheckCardProps) {
  const client = useQueryClient()
  const [url, setUrl] = useState<string | null>(null)
  const [obstacle, setObstacle] = useState<Obstacle | null>(null)
  const begin = useAction({
    run: () => startIdentityCheck(),
    onDone: (start) => {
      setObstacle(null)
      setUrl(start.url)
    },
    onError: (error) => {
      const found = obstacleOf(error)
      setObstacle(found)
      if (!found) toastError(error)
      // Another tab may have been quicker.
      void client.invalidateQueries({ queryKey: documentsQuery.queryKey })
    },
  })
  const close = useCallback(() => {
    setUrl(null)
    void client.invalidateQueries({ queryKey: documentsQuery.queryKey })
  }, [client])
  const { state } = check
  const canStart = check.can_start && !(isVerified && state === null)
  if (isVerified && (state === null || state === 'started')) return null
  return (
    <section aria-labelledby="identity-check" className="rounded-l border border-line bg-surface p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-2">
        <h3 id="identity-check" className="font-semibold">
          {t('identity_check.title')}
        </h3>
        {state && <Badge tone={TONES[state]}>{t(`identity_check.state_${state}`)}</Badge>}
      </div>
      <p className="mt-1 text-sm text-soft">{t(`identity_check.${state ?? 'none'}_text`)}</p>
      {check.reasons.length > 0 && (
        <ul className="mt-3 grid gap-1 text-sm text-danger-text">
          {check.reasons.map((reason) => (
            <li key={reason}>{t(`identity_check.reason_${reason}`)}</li>
          ))}
        </ul>
      )}
      {obstacle && <Hindered by={obstacle} />}
      {canStart && (
        <Button className="mt-4 max-sm:w-full" pending={begin.isPending} onPress={() => void begin.start()}>
          {t(state === 'retry' ? 'identity_check.again' : 'identity_check.start')}
        </Button>
      )}
      {url !== null && (
        <Dialog title={t('identity_check.title')} size="l" onClose={close}>
          <IdentityFrame url={url} state={state} onDone={close} />
        </Dialog>
      )}
    </section>
  )
}

function Hindered({ by }: { by: Obstacle }) {
  // Whom a provider of sign-in has made tells the country first, on a page of its own.
  const isIncomplete = usePlayer()?.auth_fields_missed.includes('country') ?? false
  const way = by === 'profile' && (
    <ButtonLink to={isIncomplete ? '/profile/complete' : '/profile'} size="s" variant="secondary">
      {t('identity_check.to_profile')}
    </ButtonLink>
  )
  return (
    <Alert tone="warning" className="mt-4" action={way}>
      {by === 'profile' && isIncomplete ? t('error.account_incomplete') : t(`identity_check.${by}`)}
    </Alert>
  )
}
