import { useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { pageOf } from '../model/linkTarget'

/** Clean HTML of the server. Links within it know no language: the router puts it before them and loads no new page. */
export function RichText({ html, className = '' }: { html: string; className?: string }) {
  const router = useRouter()
  const follow = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const href = link && pageOf(link)
    if (!href || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return
    event.preventDefault()
    void router.navigate({ href })
  }
  // eslint-disable-next-line jsx-a11y-x/click-events-have-key-events, jsx-a11y-x/no-static-element-interactions -- A link within it answers to its keys and clicks itself.
  return <div className={`rich-text ${className}`} onClick={follow} dangerouslySetInnerHTML={{ __html: html }} />
}
