/** A page in a hidden tab is not painted: then nothing is waited for longer than this. */
const WAIT_MS_MAX = 100

/** Resolves once the browser has painted what has changed until now. */
export function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, WAIT_MS_MAX)
    requestAnimationFrame(() => {
      clearTimeout(timer)
      // A frame is painted when its callbacks are done: the task behind it comes after.
      setTimeout(resolve)
    })
  })
}
