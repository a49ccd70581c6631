import { useSyncExternalStore } from 'react'

// Whether the chat stands open. Buttons all over the site open it, and it survives every change of page.

let isOpen = false
/** What had the focus when the chat was opened. */
let opener: Element | null = null
const listeners = new Set<() => void>()

function set(open: boolean): void {
  if (isOpen === open) return
  isOpen = open
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Opens the chat over the page, as soon as its code is there. */
export function openChat(): void {
  if (!isOpen) opener = document.activeElement
  set(true)
}

/** Puts the chat away; its conversation goes on. */
export function closeChat(): void {
  set(false)
}

/** What had the focus when the chat was last opened; null when nothing had, or it has gone. */
export function chatOpener(): HTMLElement | null {
  return opener instanceof HTMLElement && opener !== document.body && opener.isConnected ? opener : null
}

/** Whether the chat is to be open. */
export function useIsChatOpen(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isOpen,
    () => false,
  )
}
