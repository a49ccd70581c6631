import { useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'

/** Clean HTML of the server. Links within it know no language: the router puts it before them and loads no new page. */
export function RichText({ html, className = '' }: { html: string; className?: string }) {
  const router = useRouter()
  const follow = (event: MouseEvent) => {
    const href = event.target instanceof Element ? event.target.closest('a')?.getAttribute('href') : null
    if (!href?.startsWith('/') || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    void router.navigate({ to: href as '/' })
  }
  return <div className={`rich-text ${className}`} onClick={follow} dangerouslySetInnerHTML={{ __html: html }} />
}
