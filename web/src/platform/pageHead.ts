import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

interface PageHead {
  /** Whole title of the tab; left out by a frame whose page sets its own. */
  title: string | undefined
  /** Path that search engines should know the page by, without the language. */
  canonicalPath?: string | undefined
}

/** Keeps the tab's title, the canonical link and those to the page in other languages at those of the page on show. */
export function usePageHead({ title, canonicalPath }: PageHead): void {
  useEffect(() => {
    if (title) document.title = title
  }, [title])
  const router = useRouter()
  useEffect(() => {
    if (!canonicalPath) return
    const link = document.head.querySelector<HTMLLinkElement>('link[rel=canonical]') ?? document.createElement('link')
    link.rel = 'canonical'
    link.href = new URL(router.buildLocation({ to: canonicalPath as '/', search: {} }).publicHref, knownOrigin(link)).href
    if (!link.isConnected) document.head.append(link)
    for (const other of document.head.querySelectorAll<HTMLLinkElement>('link[rel=alternate][hreflang]')) {
      other.href = new URL(inLanguage(other.hreflang, canonicalPath), knownOrigin(other)).href
    }
  }, [router, canonicalPath])
}

/** Under which address the server says that the site is known: a mirror is known under the server's. */
function knownOrigin({ href }: HTMLLinkElement): string {
  return href ? new URL(href).origin : window.location.origin
}

/** `path` as it stands in `language`; without one it is for everybody. */
function inLanguage(language: string, path: string): string {
  if (language === 'x-default') return path
  return path === '/' ? `/${language}` : `/${language}${path}`
}
