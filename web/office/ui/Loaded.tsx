import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError } from '@/api/errors'
import { errorText } from '@/i18n/errorText'
import { Button } from '@/ui/Button'
import { Icon, type IconName } from '@/ui/Icon'
import { Skeleton } from '@/ui/Skeleton'
import { t } from '../i18n/texts'

interface LoadedProps<Data> {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>
  /** The shape of what comes. */
  skeleton?: ReactNode
  /** It is the whole page, which has no other title. */
  isPage?: boolean
  children: (data: Data) => ReactNode
}

/** What a query brings, or which state it is in: on its way, forbidden, not there, failed with a way to ask again. */
export function Loaded<Data>({ query: { data, error, refetch }, skeleton, isPage, children }: LoadedProps<Data>) {
  // What a role forbids from now on stays while it is on the screen: a form in it keeps what was typed, and its page tells why.
  const isGone = error instanceof ApiError && error.status === 404
  if (data !== undefined && !isGone) return children(data)
  if (error) return <Failed error={error} isPage={isPage} onRetry={() => void refetch()} />
  return (
    <div role="status" aria-label={t('state.loading')}>
      {skeleton ?? <Skeleton className="h-80 w-full" />}
    </div>
  )
}

/** Why something cannot be shown, with a way on where there is one. */
export function Failed({ error, isPage, onRetry }: { error: unknown; isPage?: boolean; onRetry: () => void }) {
  const status = error instanceof ApiError ? error.status : 0
  if (status === 403) return <State isPage={isPage} icon="lock" title={t('state.forbidden')} text={t('state.forbidden_text')} />
  if (status === 404) return <State isPage={isPage} icon="search" title={t('state.not_found')} text={t('state.not_found_text')} />
  return (
    <State
      isPage={isPage}
      icon="warning"
      title={t('state.failed')}
      text={errorText(error)}
      action={
        <Button variant="secondary" size="s" icon="refresh" onPress={onRetry}>
          {t('state.retry')}
        </Button>
      }
    />
  )
}

interface StateProps {
  icon: IconName
  title: string
  text?: string
  action?: ReactNode
  /** It stands for the whole page, which has no other title. */
  isPage?: boolean
}

/** What a place says that has nothing to show. */
export function State({ icon, title, text, action, isPage = false }: StateProps) {
  const Title = isPage ? 'h1' : 'p'
  return (
    <div className="flex flex-col items-center rounded-l border border-dashed border-line bg-surface px-6 py-12 text-center">
      <Icon name={icon} size={28} className="text-muted" />
      <Title className="mt-3 text-base font-semibold">{title}</Title>
      {text && <p className="mt-1 max-w-md text-sm text-soft">{text}</p>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  )
}
