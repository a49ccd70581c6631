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

/** An element, and which of those that look alike it is. */
interface Place {
  element: Element
  place: number
}

/**
 * Watches where the focus is and which button is pressed while the page's scripts are on their way, and when they put
 * their own drawing of the page in the place of the server's, hands both on to the same elements there: a keyboard does
 * not start over, and no press is lost. What was unfolded stays open. Links need no help, they lead on without scripts.
 */
export function replayEarlyEvents(root: Element): void {
  let focused: Place | undefined
  let pressed: Place | undefined
  const placeOf = (element: Element): Place => ({ element, place: alike(root, element).indexOf(element as HTMLElement) })
  const twinOf = ({ element, place }: Place) => {
    const twins = alike(root, element)
    return twins[place] ?? twins[0]
  }
  const noteFocus = () => {
    const element = document.activeElement
    focused = element && root.contains(element) ? placeOf(element) : undefined
  }
  const notePress = ({ target }: Event) => {
    const button = target instanceof Element ? target.closest('button') : null
    if (button) pressed = placeOf(button)
  }
  const first = root.firstElementChild
  const observer = new MutationObserver(() => {
    if (first?.isConnected) return
    observer.disconnect()
    root.removeEventListener('focusin', noteFocus)
    root.removeEventListener('click', notePress)
    for (const opened of first?.querySelectorAll('details[open]') ?? []) {
      const twin = alike(root, opened)[alike(first as Element, opened).indexOf(opened as HTMLElement)]
      twin?.setAttribute('open', '')
    }
    if (focused && document.activeElement === document.body) twinOf(focused)?.focus({ preventScroll: true })
    if (pressed) twinOf(pressed)?.click()
  })
  noteFocus()
  root.addEventListener('focusin', noteFocus)
  root.addEventListener('click', notePress)
  observer.observe(root, { childList: true })
}
