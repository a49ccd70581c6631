import type { TextPage } from '@/api/types'
import { widgetsOf } from './widgets'

/** An article as lists show it. */
export interface Article {
  path: string
  title: string
  description: string
  /** `YYYY-MM-DD`. */
  date: string
  image: string
}

/** Articles that a page names beside its own text. */
const ALSO_MAX = 6

/** The articles among the pages of the operator, the newest first; hidden ones are left out. */
export function articlesOf(pages: readonly TextPage[]): Article[] {
  const articles = pages.flatMap((page): Article[] => {
    const { news } = widgetsOf(page.blocks.json)
    if (!news || page.hidden) return []
    return [{ path: page.path, title: page.title, description: page.blocks.description, date: news.date, image: news.image }]
  })
  return articles.toSorted((a, b) => b.date.localeCompare(a.date))
}

/** The newest articles besides the one at `path`. */
export function otherArticles(articles: readonly Article[], path: string): Article[] {
  return articles.filter((article) => article.path !== path).slice(0, ALSO_MAX)
}
