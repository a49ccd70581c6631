import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { textPagesQuery } from '@/api/info/textPages'
import { ArticleCards } from '@/features/content/components/ArticleCards'
import { WaysToPay } from '@/features/content/components/WaysToPay'
import { articlesOf, otherArticles } from '@/features/content/model/news'
import type { Block } from '@/features/content/model/widgets'
import { WinsTicker } from '@/features/lobby/components/WinsTicker'
import { currentLocale, t } from '@/i18n/messages'

const WIDGETS: Record<Block, () => ReactNode> = {
  articles: Articles,
  winners: WinsTicker,
  'payment-methods': PaymentMethods,
}

/** The widgets that a page of text asks for, in its order. */
export function PageBlocks({ blocks = [] }: { blocks: Block[] | undefined }) {
  return blocks.map((block) => {
    const Widget = WIDGETS[block]
    return (
      <div key={block} className="mt-10 empty:hidden">
        <Widget />
      </div>
    )
  })
}

/** The newest articles. */
function Articles() {
  const pages = useQuery(textPagesQuery(currentLocale())).data ?? []
  const articles = otherArticles(articlesOf(pages), '')
  if (articles.length === 0) return null
  return (
    <section>
      <h2 className="mb-5 text-xl font-semibold">{t('news.title')}</h2>
      <ArticleCards articles={articles} level={3} />
    </section>
  )
}

function PaymentMethods() {
  return (
    <section>
      <h2 className="mb-5 text-xl font-semibold">{t('payments.title')}</h2>
      <WaysToPay />
    </section>
  )
}
