import '@/styles/app.css'
import { importWithRetry } from '@/platform/importWithRetry'
import { markScriptsRun, showNotLoaded } from '@/platform/notLoaded'
import { replayEarlyEvents } from '@/platform/replayEarlyEvents'
import { yieldToMain } from '@/platform/yieldToMain'
import { onReconnect } from '@/platform/connectivity'

/** The modules and texts that the page needs, named by the server. */
const MODULES = 'croupier:modules'
/** A page in a hidden tab is not painted: then nothing is waited for longer than this. */
const WAIT_MS_MAX = 1_000
const AT_A_TIME = 4

/**
 * The server sends the page as it is seen first, so the line belongs to its styles, fonts and pictures: the
 * scripts, many times their weight, are asked for once something has been seen.
 */
function afterFirstPaint(then: () => void): void {
  const isEmpty = document.getElementById('root')?.firstElementChild === null
  if (isEmpty || document.visibilityState === 'hidden') {
    then()
    return
  }
  const observer = new PerformanceObserver(go)
  const timer = setTimeout(go, WAIT_MS_MAX)
  function go() {
    observer.disconnect()
    clearTimeout(timer)
    then()
  }
  observer.observe({ type: 'paint', buffered: true })
}

/** Asks for all of them, a few at a time: to ask for one takes a phone some milliseconds. */
async function preload(modules: readonly string[]): Promise<void> {
  for (const [place, href] of modules.entries()) {
    if (place > 0 && place % AT_A_TIME === 0) await yieldToMain()
    const link = document.createElement('link')
    if (href.endsWith('.json')) Object.assign(link, { rel: 'preload', as: 'fetch', crossOrigin: 'anonymous' })
    else link.rel = 'modulepreload'
    link.href = href
    document.head.append(link)
  }
}

/** Runs what the site stands on and the site itself in tasks of their own. */
async function run(): Promise<void> {
  await import('react-dom/client')
  await yieldToMain()
  await import('./main')
}

markScriptsRun()
const root = document.getElementById('root')
// From here on, not once the site runs: on a phone there are seconds between.
if (root) replayEarlyEvents(root)
afterFirstPaint(() => {
  void preload(document.querySelector<HTMLMetaElement>(`meta[name="${MODULES}"]`)?.content.split(' ') ?? [])
  // A page that is painted and never runs would look alive: it says so, and is loaded anew once the operator is back.
  importWithRetry(run).catch((error: unknown) => {
    console.error(error)
    showNotLoaded()
    onReconnect(() => window.location.reload())
  })
})
