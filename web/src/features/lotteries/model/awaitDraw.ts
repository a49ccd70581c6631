/** The draw follows the end within seconds, most of the time. */
const PAUSE_MS_MIN = 2_000
const PAUSE_MS_MAX = 60_000

/** How many lotteries on the page are being drawn. */
let count = 0
let timer: ReturnType<typeof setTimeout> | undefined

/** Calls `reload` while a lottery is being drawn, less and less often, once for all of them on the page; the answer ends that. */
export function awaitDraw(reload: () => void): () => void {
  count += 1
  askAfter(PAUSE_MS_MIN, reload)
  return () => {
    count -= 1
    if (count === 0) clearTimeout(timer)
  }
}

function askAfter(pauseMs: number, reload: () => void): void {
  clearTimeout(timer)
  timer = setTimeout(() => {
    reload()
    askAfter(Math.min(pauseMs * 2, PAUSE_MS_MAX), reload)
  }, pauseMs)
}
