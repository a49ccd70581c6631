import { useEffect, useRef, type RefObject } from 'react'

/**
 * For a row of links that scrolls sideways: brings the link of the current page, which `place` names, to the middle of
 * it. On a phone it would else be out of sight, and the visitor left to guess where they are.
 */
export function useCurrentInView<Row extends HTMLElement>(place: string): RefObject<Row | null> {
  const row = useRef<Row>(null)
  useEffect(() => {
    const strip = row.current
    const current = strip?.querySelector<HTMLElement>('[aria-current=page]')
    if (!strip || !current) return
    const [outer, inner] = [strip.getBoundingClientRect(), current.getBoundingClientRect()]
    strip.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2)
  }, [place])
  return row
}
