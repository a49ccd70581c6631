import { useEffect, useState } from 'react'
import { useDebounced } from '@/platform/useDebounced'

/** How long typing rests before a list is asked for what was typed, in milliseconds. */
const SETTLED_MS = 250

/** What is typed into a list's search field, and how to change it. Once typing rests, `follow` brings it into the address, which held `query`. */
export function useTypedQuery(query: string, follow: (typed: string) => void) {
  const [typed, setTyped] = useState(query)
  const settled = useDebounced(typed.trim(), SETTLED_MS)
  useEffect(() => {
    if (settled !== query) follow(settled)
    // Only what is typed moves the address: going back in the history is no typing.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [settled])
  return [typed, setTyped] as const
}
