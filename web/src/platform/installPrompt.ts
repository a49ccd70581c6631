import { useSyncExternalStore } from 'react'

/** What browsers tell that would put the site among the device's apps, if asked. */
interface InstallPromptEvent extends Event {
  prompt: () => Promise<unknown>
}

let offer: InstallPromptEvent | null = null
const listeners = new Set<() => void>()

function setOffer(next: InstallPromptEvent | null): void {
  offer = next
  for (const listener of listeners) listener()
}

/** Keeps the browser's offer to install the site for when the visitor asks for it. */
export function watchInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    // Else the browser would put a bar of its own over the page.
    event.preventDefault()
    setOffer(event as InstallPromptEvent)
  })
  window.addEventListener('appinstalled', () => setOffer(null))
}

function install(): void {
  // An offer may be taken once.
  void offer?.prompt()
  setOffer(null)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** How to install the site on this device; null where the browser does not offer it, or it is installed. */
export function useInstallPrompt(): (() => void) | null {
  return (
    useSyncExternalStore(
      subscribe,
      () => offer,
      () => null,
    ) && install
  )
}
