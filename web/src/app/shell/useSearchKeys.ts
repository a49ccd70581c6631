import { useEffect } from 'react'

/** Whether letters typed now go somewhere. */
function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))
}

/** Opens the search with `/`, and with Ctrl or Command and K, where nothing else lies over the page. */
export function useSearchKeys(openSearch: () => void): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isSlash = event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target)
      const isChord = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
      if ((!isSlash && !isChord) || event.defaultPrevented || document.querySelector('[role="dialog"]')) return
      event.preventDefault()
      openSearch()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [openSearch])
}
