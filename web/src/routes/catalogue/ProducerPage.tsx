import { useSuspenseQuery } from '@tanstack/react-query'
import { notFound, useParams } from '@tanstack/react-router'
import { useBrand } from '@/api/info/brand'
import { providersQuery } from '@/api/info/catalogue'
import { GameList } from '@/features/catalogue/components/GameList'
import { t } from '@/i18n/messages'
import { usePageHead } from '@/lib/pageHead'
import { TextLink } from '@/ui/Link'
import { pageNumber } from '../addresses'

/** All games of one studio. */
export function ProducerPage() {
  const { slug, page: pageText } = useParams({ strict: false })
  const brand = useBrand()
  const provider = useSuspenseQuery(providersQuery).data.find((known) => known.id === slug)
  if (!provider) throw notFound()
  const page = pageNumber(pageText ?? '1') ?? 1
  usePageHead({
    title: t('title.page', { page: provider.title, brand }),
    canonicalPath: page > 1 ? `/producers/${provider.id}/${page}` : `/producers/${provider.id}`,
  })
  return (
    <div className="content py-6 md:py-10">
      <p className="text-sm">
        <TextLink to="/producers">{t('producers.title')}</TextLink>
      </p>
      <h1 className="mt-1 text-2xl font-semibold md:text-3xl">{provider.title}</h1>
      <p className="mt-1 mb-7 text-muted">{t('list.count', { count: provider.games_count })}</p>
      <GameList key={`${provider.id}/${page}`} filter={{ providers: [provider.id] }} firstPage={page} />
    </div>
  )
}
