import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { textPagesQuery } from '@/api/info/textPages'
import { TextArticle } from '@/features/content/components/TextArticle'
import { currentLocale } from '@/i18n/messages'

/** The operator's own text at `path` when it has written one, else the page of the site. */
export function OwnText({ path, children }: { path: string; children: ReactNode }) {
  const pages = useQuery(textPagesQuery(currentLocale())).data
  return pages?.some((page) => page.path === path) ? <TextArticle path={path} /> : children
}
