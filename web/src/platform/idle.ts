import { yieldToMain } from './yieldToMain'
import { queue } from './taskQueue'

/** Resolves once the page has loaded and the browser has nothing better to do. */
export async function pageIsIdle(): Promise<void> {
  if (document.readyState !== 'complete') {
    await new Promise((resolve) => window.addEventListener('load', resolve, { once: true }))
  }
  await new Promise<void>((resolve) => {
    // Safari has no idle callback: a moment after the load does.
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: 3_000 })
    else setTimeout(resolve, 200)
  })
}

/** Resolves once the page is idle, in a task of its own: for one caller after the other, when the work of the one before is done. */
export const idleQueue = queue(pageIsIdle, yieldToMain)
