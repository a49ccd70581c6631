import { useEffect, useState, type RefCallback } from 'react'

/** A row that scrolls sideways: where it stands, and how to turn it by most of its width. */
export function useStrip<Element extends HTMLElement>(): {
  strip: RefCallback<Element>
  canGoBack: boolean
  canGoOn: boolean
  turn: (direction: 1 | -1) => void
} {
  const [row, setRow] = useState<Element | null>(null)
  const [place, setPlace] = useState({ canGoBack: false, canGoOn: false })
  useEffect(() => {
    if (!row) return
    const look = () => setPlace({ canGoBack: row.scrollLeft > 1, canGoOn: row.scrollLeft + row.clientWidth < row.scrollWidth - 1 })
    const observer = new ResizeObserver(look)
    observer.observe(row)
    row.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      row.removeEventListener('scroll', look)
    }
  }, [row])
  return { strip: setRow, ...place, turn: (direction) => row?.scrollBy({ left: direction * row.clientWidth * 0.8, behavior: 'smooth' }) }
}
