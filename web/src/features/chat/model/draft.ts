import { useSyncExternalStore } from 'react'

// What a visitor has written and not sent. It outlives the panel, which is closed and drawn anew while somebody writes.

/** Texts by player; null stands for the guest. */
const drafts = new Map<number | null, string>()
const listeners = new Set<() => void>()

/** Keeps what `player` has written so far, null for a guest; an empty text keeps nothing. */
export function keepDraft(player: number | null, text: string): void {
  if (text === '') drafts.delete(player)
  else drafts.set(player, text)
  for (const listener of listeners) listener()
}

/** Drops a text that was sent, unless the visitor has written on. */
export function dropDraft(player: number | null, sent: string): void {
  if (drafts.get(player) === sent) keepDraft(player, '')
}

/** Makes what a guest has written the text of the player who has signed in, unless that one has a text already. */
export function claimGuestDraft(player: number): void {
  const text = drafts.get(null)
  if (text === undefined) return
  keepDraft(null, '')
  if (!drafts.has(player)) keepDraft(player, text)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** What `player` has written and not sent, null for a guest; empty when there is nothing. */
export function useDraft(player: number | null): string {
  return useSyncExternalStore(
    subscribe,
    () => drafts.get(player) ?? '',
    () => '',
  )
}
