import { useQuery } from '@tanstack/react-query'
import { providersQuery } from '@/api/info/catalogue'
import { GameRow } from '@/features/catalogue/components/GameRow'
import { ProviderChip } from '@/features/catalogue/components/ProviderCard'
import { t } from '@/i18n/messages'
import { FailedState } from '@/ui/FailedState'

/** So few studios are shown with their games, more as cards. */
const ROWS_MAX = 6

/** Every studio of the operator. */
export function ProducersPage() {
  const list = useQuery(providersQuery)
  const providers = list.data ?? []
  return (
    <div className="content py-6 md:py-10">
      <h1 className="text-2xl font-semibold md:text-3xl">{t('producers.title')}</h1>
      <p className="mt-2 mb-8 max-w-xl text-soft">{t('producers.text')}</p>
      {list.isError && <FailedState title={t('list.failed_title')} text={t('list.failed_text')} onRetry={() => void list.refetch()} />}
      {providers.length > ROWS_MAX ? (
        <ul className="grid gap-3 sm:grid-cols-2 md:gap-4 lg:grid-cols-3 xl:grid-cols-4">
          {providers.map((provider) => (
            <li key={provider.id}>
              <ProviderChip provider={provider} />
            </li>
          ))}
        </ul>
      ) : (
        <div className="space-y-10">
          {providers.map((provider) => (
            <GameRow key={provider.id} title={provider.title} filter={{ providers: [provider.id] }} allHref={`/producers/${provider.id}`} />
          ))}
        </div>
      )}
    </div>
  )
}
