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
  const { basepath } = useRouter()
  useEffect(() => {
    if (!canonicalPath) return
    const link = document.head.querySelector<HTMLLinkElement>('link[rel=canonical]') ?? document.createElement('link')
    link.rel = 'canonical'
    link.href = new URL(underBase(basepath, canonicalPath), window.location.origin).href
    if (!link.isConnected) document.head.append(link)
    for (const other of document.head.querySelectorAll<HTMLLinkElement>('link[rel=alternate][hreflang]')) {
      const language = other.hreflang === 'x-default' ? '/' : `/${other.hreflang}`
      other.href = new URL(underBase(language, canonicalPath), window.location.origin).href
    }
  }, [basepath, canonicalPath])
}

/** `path` with the language that the address bar names before it. */
function underBase(base: string, path: string): string {
  if (base === '/') return path
  return path === '/' ? base : `${base}${path}`
}
