import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams, useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { useBrand } from '@/api/info/brand'
import { textPageQuery } from '@/api/info/textPages'
import { currentLocale, t } from '@/i18n/messages'
import { usePageHead } from '@/lib/pageHead'

/** A page of the house's own text: terms, privacy, answers. The server has cleaned its HTML. */
export function TextPage() {
  // The page's own part of the address, not the address on show: that is another one already when the page is left.
  const { text = '', kind } = useParams({ strict: false })
  const path = kind === undefined ? `/${text}` : `/${text}/${kind}`
  const { data: page } = useSuspenseQuery(textPageQuery(path, currentLocale()))
  const router = useRouter()
  const brand = useBrand()
  usePageHead({ title: t('title.page', { page: page.title, brand }), canonicalPath: path })

  // Links within the text know no language; the router puts it before them and loads no new page.
  const follow = (event: MouseEvent) => {
    const href = event.target instanceof Element ? event.target.closest('a')?.getAttribute('href') : null
    if (!href?.startsWith('/') || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    void router.navigate({ to: href as '/' })
  }

  return (
    <article className="content max-w-3xl py-6 md:py-10">
      <h1 className="text-2xl font-semibold md:text-3xl">{page.title}</h1>
      <div className="rich-text mt-5" onClick={follow} dangerouslySetInnerHTML={{ __html: page.content ?? '' }} />
    </article>
  )
}
