import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

interface Neighbours {
  /** Paths of the pages before and behind, without the language; undefined where there is none. */
  prev: string | undefined
  next: string | undefined
}

/** Tells search engines which pages of a list stand beside the one on show. */
export function useNeighbourLinks({ prev, next }: Neighbours): void {
  const { basepath } = useRouter()
  useEffect(() => {
    const links = Object.entries({ prev, next }).flatMap(([rel, path]) => {
      if (!path) return []
      const link = document.createElement('link')
      link.rel = rel
      link.href = new URL((basepath === '/' ? '' : basepath) + path, window.location.origin).href
      return [link]
    })
    document.head.append(...links)
    return () => links.forEach((link) => link.remove())
  }, [basepath, prev, next])
}
