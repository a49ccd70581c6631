import { useQuery } from '@tanstack/react-query'
import { useBrand } from '@/api/info/brand'
import { textPagesQuery } from '@/api/info/textPages'
import { ArticleCards } from '@/features/content/components/ArticleCards'
import { articlesOf } from '@/features/content/model/news'
import { currentLocale, t } from '@/i18n/messages'
import { LanternOut } from '@/ui/drawings'
import { EmptyState } from '@/ui/EmptyState'
import { FailedState } from '@/ui/FailedState'
import { Skeleton } from '@/ui/Skeleton'

/** The newest one is in a phone's first window. */
export const EAGER_ARTICLES = 1

/** What the operator has to tell, the newest first. */
export function NewsPage() {
  const pages = useQuery(textPagesQuery(currentLocale()))
  const brand = useBrand()
  const articles = articlesOf(pages.data ?? [])
  return (
    <div className="content py-6 md:py-10">
      <h1 className="text-2xl font-semibold md:text-3xl">{t('news.title')}</h1>
      <p className="mt-2 mb-8 max-w-2xl text-soft">{t('news.lead', { brand })}</p>
      {pages.isPending && <Skeleton className="h-96 w-full" />}
      {pages.isError && <FailedState level={2} title={t('news.failed')} onRetry={() => void pages.refetch()} />}
      {pages.isSuccess && articles.length === 0 && <EmptyState drawing={<LanternOut />} title={t('news.none')} />}
      <ArticleCards articles={articles} level={2} eager={EAGER_ARTICLES} />
    </div>
  )
}
