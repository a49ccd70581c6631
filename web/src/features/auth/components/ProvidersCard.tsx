import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ProviderLink } from '@/api/types'
import { useAction } from '@/api/useAction'
import { t } from '@/i18n/messages'
import { dateTimeText } from '@/i18n/names'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { FailedState } from '@/ui/FailedState'
import { Skeleton } from '@/ui/Skeleton'
import { showToast } from '@/ui/toast'
import { toastError } from '@/ui/toastError'
import { goToProvider, providerLinksQuery, providersQuery, unlinkProvider } from '../api/providers'
import { sessionsQuery } from '../api/sessions'

/** The accounts elsewhere with which the player signs in; nothing where the operator has no providers and the player no link. */
export function ProvidersCard() {
  const { data: providers = [] } = useQuery(providersQuery)
  const { data: links, isError, refetch } = useQuery(providerLinksQuery)
  const link = useAction({
    run: (name: string) => goToProvider(name, 'link', window.location.pathname),
    onError: toastError,
  })
  if (providers.length === 0 && !links?.length) return null
  const others = providers.filter(({ name }) => !links?.some(({ provider }) => provider === name))
  return (
    <Card title={t('security.providers')} text={t('security.providers_text')}>
      {!links && (isError ? <FailedState level={3} title={t('security.failed')} onRetry={() => void refetch()} /> : <Skeleton className="h-16 w-full" />)}
      {links && (
        <div className="space-y-5">
          {links.length > 0 && (
            <ul className="divide-y divide-line/60 overflow-hidden rounded-m border border-line bg-raised">
              {links.map((one) => (
                <LinkRow key={one.id} link={one} />
              ))}
            </ul>
          )}
          {others.length > 0 && (
            <div className="flex flex-wrap gap-3">
              {others.map(({ name, title }) => (
                <Button key={name} variant="secondary" icon="plus" pending={link.isPending} onPress={() => void link.start(name)}>
                  {t('security.provider_link', { provider: title })}
                </Button>
              ))}
            </div>
          )}
        </div>
      )}
    </Card>
  )
}

function LinkRow({ link }: { link: ProviderLink }) {
  const client = useQueryClient()
  const { start, isPending } = useAction({
    run: (_: void, { idempotencyKey }) => unlinkProvider(link.id, idempotencyKey),
    onDone: () => {
      showToast('successfully', t('security.provider_unlinked', { provider: link.title }), { id: 'providers' })
      for (const { queryKey } of [providerLinksQuery, sessionsQuery]) void client.invalidateQueries({ queryKey })
    },
    onError: toastError,
  })
  return (
    <li className="flex min-h-15 flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div data-varies className="min-w-0 flex-1">
        <p className="text-sm font-semibold">
          {link.title}
          {link.email && <span className="font-normal text-soft"> · {link.email}</span>}
        </p>
        <p className="mt-0.5 text-xs text-muted">
          {t('security.provider_since', { time: dateTimeText(link.linked_at) })}
          {' · '}
          {link.used_at ? t('security.passkey_used', { time: dateTimeText(link.used_at) }) : t('security.passkey_unused')}
        </p>
      </div>
      <Button variant="ghost" size="s" aria-label={t('security.provider_unlink_of', { provider: link.title })} pending={isPending} onPress={() => void start()}>
        {t('security.provider_unlink')}
      </Button>
    </li>
  )
}
