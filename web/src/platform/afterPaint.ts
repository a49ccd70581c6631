/** A page in a hidden tab is not painted: then nothing is waited for longer than this. */
const WAIT_MS_MAX = 100

/** Resolves once the browser has painted what has changed until now. */
export function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, WAIT_MS_MAX)
    // A frame is drawn once its callbacks are done, for a while beside this thread: the next one begins behind that.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        clearTimeout(timer)
        setTimeout(resolve)
      }),
    )
  })
}
