import type { TextPage } from '@/api/types'
import { widgetsOf, type Widgets } from './widgets'

/** A page of text as the site shows it. */
export interface StaticPage {
  id: number
  /** Its address without the slash before it. */
  slug: string
  title: string
  /** Clean HTML. */
  content: string
  description: string
  meta: {
    /** What of it widgets show. */
    json: Widgets
    mainContent: string
    metaKeywords: string
  }
}

/** The page as the site shows it, of the page as the server tells it. */
export function staticPage(page: TextPage): StaticPage {
  return {
    id: page.id,
    slug: page.path.replace(/^\//, ''),
    title: page.title,
    content: page.content ?? '',
    description: page.blocks.description,
    meta: {
      json: widgetsOf(page.blocks.json),
      mainContent: page.blocks['content-main'] ?? '',
      metaKeywords: page.blocks.keywords,
    },
  }
}
