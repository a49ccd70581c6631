import { useState } from 'react'
import type { ContentRow, DraftChoice } from '../../api/types'

/** A draft, and which of the others go with it. */
export function useTogether(own: DraftChoice, rows: readonly ContentRow[] | undefined) {
  const [added, setAdded] = useState<readonly string[]>([])
  const others: DraftChoice[] = (rows ?? [])
    .filter(({ state, path }) => state === 'draft' && path !== own.path)
    .map(({ path, revision }) => ({ path, revision }))
  const chosen = [own, ...others.filter(({ path }) => added.includes(path))]
  const toggle = ({ path }: DraftChoice) => setAdded((now) => (now.includes(path) ? now.filter((one) => one !== path) : [...now, path]))
  return { others, chosen, toggle }
}
