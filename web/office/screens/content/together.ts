import { useState } from 'react'
import type { ContentRow, DraftChoice } from '../../api/types'

/** The drafts beside that of `path`, and which of them go with it, each at the revision at which it was ticked. */
export function useTogether(path: string, rows: readonly ContentRow[] | undefined) {
  const [ticked, setTicked] = useState<readonly DraftChoice[]>([])
  const drafts: DraftChoice[] = (rows ?? [])
    .filter((row) => row.state === 'draft' && row.path !== path)
    .map((row) => ({ path: row.path, revision: row.revision }))
  const toggle = (draft: DraftChoice) => setTicked((now) => (hasPath(now, draft.path) ? now.filter((one) => one.path !== draft.path) : [...now, draft]))
  return { drafts, ticked, toggle }
}

/** Whether the document of `path` is one of `drafts`. */
export const hasPath = (drafts: readonly DraftChoice[], path: string): boolean => drafts.some((draft) => draft.path === path)

/** What became of a draft since it was ticked: somebody has written in it, or it is published, scheduled or discarded. */
export function sinceTicked({ path, revision }: DraftChoice, drafts: readonly DraftChoice[]): 'same' | 'changed' | 'gone' {
  const now = drafts.find((draft) => draft.path === path)
  if (!now) return 'gone'
  return now.revision === revision ? 'same' : 'changed'
}
