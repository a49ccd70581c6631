/** What makes an element the same one in another drawing of the page. */
function marksOf(element: Element): string {
  const { tagName, textContent } = element
  return [tagName, element.getAttribute('href'), element.getAttribute('aria-label'), textContent?.trim()].join('\n')
}

/** The elements of `root` that look alike, in their order. */
function alike(root: Element, element: Element): HTMLElement[] {
  const marks = marksOf(element)
  return [...root.querySelectorAll<HTMLElement>(element.tagName)].filter((other) => marksOf(other) === marks)
}

/**
 * Watches where the focus is while the page's scripts are on their way, and when they put their own drawing of the
 * page in the place of the server's, hands it on to the same element there: a keyboard does not start over.
 */
export function keepFocus(root: Element): void {
  let focused: { element: Element; place: number } | undefined
  const note = () => {
    const element = document.activeElement
    focused = element && root.contains(element) ? { element, place: alike(root, element).indexOf(element as HTMLElement) } : undefined
  }
  const first = root.firstElementChild
  const observer = new MutationObserver(() => {
    if (first?.isConnected) return
    observer.disconnect()
    root.removeEventListener('focusin', note)
    if (!focused || document.activeElement !== document.body) return
    const twins = alike(root, focused.element)
    ;(twins[focused.place] ?? twins[0])?.focus({ preventScroll: true })
  })
  note()
  root.addEventListener('focusin', note)
  observer.observe(root, { childList: true })
}
