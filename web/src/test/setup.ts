import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, vi } from 'vitest'
import { english } from '@/i18n/english'
import { setMessages } from '@/i18n/messages'
import { idleQueue } from '@/platform/idle'

// What a test waits for may take a while on a busy machine.
configure({ asyncUtilTimeout: 15_000 })

// The file before has left its page without calls.
vi.unstubAllGlobals()

beforeAll(() => {
  // All at once; `src/app/partTexts.test.tsx` loads them part by part, as pages do.
  setMessages('en', english)
  // Pure models may run in Node, without a page.
  if (typeof window === 'undefined') return
  // A page of the back office asks who is signed in; the session's own cookie is nothing that a page sees.
  document.cookie = 'croupier-office-open=1'
  // jsdom has no layout, so it answers no media query; the tests see a desktop.
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: false,
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  // Nor does anything come into view there.
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  // Browsers have these; jsdom does not. The ids in the tests need no escaping.
  vi.stubGlobal('CSS', { escape: (text: string) => text })
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = () => undefined
      unobserve = () => undefined
      disconnect = () => undefined
    },
  )
  // Nor is it ever idle by itself, and without this the site waits a moment each time.
  vi.stubGlobal('requestIdleCallback', (then: () => void) => setTimeout(then))
  HTMLCanvasElement.prototype.getContext = () => null
  window.scrollTo = () => undefined
  if (!('scrollTo' in Element.prototype)) Object.assign(Element.prototype, { scrollTo: () => undefined })
})

afterEach(cleanup)

// What still waits for an idle page must not find that the page is gone; on a busy machine many turns take a while. A turn
// that began by a test's own clock never ends.
afterAll(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  if (typeof window !== 'undefined') {
    await Promise.race([idleQueue(), new Promise((resolve) => setTimeout(resolve, 5_000))])
    clearPage()
  }
  vi.unstubAllGlobals()
  // Whoever still asks after the last test gets no answer: a call without a page would be told as an error of the run.
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  // The files of a worker share its page, which takes half of their time to make; modules and their state they do not share.
  vi.resetModules()
})

/** Leaves the page as a browser opens it for the first time. */
function clearPage() {
  localStorage.clear()
  sessionStorage.clear()
  for (const cookie of document.cookie.split('; ')) {
    document.cookie = `${cookie.split('=')[0]}=; path=/; expires=Thu, 01 Jan 1970 00:00:00 GMT`
  }
  history.replaceState(null, '', '/')
  for (const element of [document.documentElement, document.body]) {
    for (const name of element.getAttributeNames()) element.removeAttribute(name)
  }
  document.head.replaceChildren()
  document.body.replaceChildren()
  document.title = ''
}
