import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useBrand } from '@/api/info/brand'
import { providersQuery } from '@/api/info/catalogue'
import { GameList } from '@/features/catalogue/components/GameList'
import { t } from '@/i18n/messages'
import { usePageHead } from '@/platform/pageHead'
import { TextLink } from '@/ui/Link'
import { pageNumber } from '../addresses'

/** All games of one studio. The loader has made sure that there is such a studio, as long as the list of studios can be had. */
export function ProducerPage() {
  const { slug = '', page: pageText } = useParams({ strict: false })
  const brand = useBrand()
  const provider = useQuery(providersQuery).data?.find((known) => known.id === slug)
  const title = provider?.title ?? slug
  const page = pageNumber(pageText ?? '1') ?? 1
  const path = (at: number) => (at > 1 ? `/producers/${slug}/${at}` : `/producers/${slug}`)
  usePageHead({
    title: t('title.page', { page: title, brand }),
    canonicalPath: path(page),
  })
  return (
    <div className="content py-6 md:py-10">
      <p className="text-sm">
        <TextLink to="/producers">{t('producers.title')}</TextLink>
      </p>
      <h1 className="mt-1 text-2xl font-semibold md:text-3xl">{title}</h1>
      <p className="mt-1 mb-7 text-muted">{provider && t('list.count', { count: provider.games_count })}</p>
      <GameList key={`${slug}/${page}`} filter={{ providers: [slug] }} firstPage={page} pathOf={path} />
    </div>
  )
}
