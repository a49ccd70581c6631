import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { textPagesQuery } from '@/api/info/textPages'
import { ArticleCards } from '@/features/content/components/ArticleCards'
import { TextArticle } from '@/features/content/components/TextArticle'
import { articlesOf, otherArticles } from '@/features/content/model/news'
import type { StaticPage } from '@/features/content/model/staticPage'
import { currentLocale, t } from '@/i18n/messages'
import { dayText } from '@/i18n/names'
import { WidePicture } from '@/ui/WidePicture'

/** The picture of the article is as wide as its text. Phones are told less than that, as for cards. */
const SIZES = '(width >= 768px) 720px, 50vw'

/** An article, and the newest others below it. */
export function ArticlePage() {
  const { article = '' } = useParams({ strict: false })
  const path = `/news/${article}`
  const others = otherArticles(articlesOf(useQuery(textPagesQuery(currentLocale())).data ?? []), path)
  return (
    <>
      <TextArticle path={path} before={heading} />
      {others.length > 0 && (
        <section className="content max-w-3xl pb-10">
          <h2 className="mb-5 text-xl font-semibold">{t('news.more')}</h2>
          <ArticleCards articles={others} level={3} />
        </section>
      )}
    </>
  )
}

function heading({ meta }: StaticPage) {
  const { news } = meta.json
  if (!news) return null
  return (
    <>
      <WidePicture image={news.image} sizes={SIZES} eager className="mb-6 aspect-video w-full rounded-l bg-raised object-cover" />
      <time dateTime={news.date} className="mb-2 block text-sm text-muted">
        {dayText(news.date)}
      </time>
    </>
  )
}
