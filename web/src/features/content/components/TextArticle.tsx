import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, type ReactNode } from 'react'
import { useBrand } from '@/api/info/brand'
import { textPageQuery } from '@/api/info/textPages'
import { currentLocale, t } from '@/i18n/messages'
import { usePageHead } from '@/platform/pageHead'
import { staticPage, type StaticPage } from '../model/staticPage'
import { Downloads } from './Downloads'
import { PageWidgets } from './PageWidgets'
import { RichText } from './RichText'

interface TextArticleProps {
  /** Path of the page, with a slash first. */
  path: string
  /** What stands above the title. */
  before?: (page: StaticPage) => ReactNode
  /** What stands below the text. */
  after?: (page: StaticPage) => ReactNode
}

/** A page of the operator's own text. The server has cleaned its HTML. */
export function TextArticle({ path, before, after }: TextArticleProps) {
  const { data } = useSuspenseQuery(textPageQuery(path, currentLocale()))
  const page = staticPage(data)
  const brand = useBrand()
  usePageHead({ title: t('title.page', { page: page.title, brand }), canonicalPath: path })
  useMeta('description', page.description)
  useMeta('keywords', page.meta.metaKeywords)
  return (
    <div className="content max-w-3xl py-6 md:py-10">
      <article>
        {before?.(page)}
        <h1 className="text-2xl font-semibold md:text-3xl">{page.title}</h1>
        <RichText html={page.content} className="mt-5" />
      </article>
      <PageWidgets widgets={page.meta.json} />
      <Downloads page={page.slug} />
      {after?.(page)}
    </div>
  )
}

/** Keeps a description of the page in its head for as long as it is on show. */
function useMeta(name: string, content: string): void {
  useEffect(() => {
    const known = document.head.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)
    const meta = known ?? Object.assign(document.createElement('meta'), { name })
    const before = meta.content
    meta.content = content
    if (!known) document.head.append(meta)
    return () => {
      if (known) meta.content = before
      else meta.remove()
    }
  }, [name, content])
}
