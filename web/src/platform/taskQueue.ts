/**
 * A queue: each caller's turn begins when `wait` is over, which starts once the turn before has come, and its `rest` has
 * passed.
 */
export function queue(wait: () => Promise<void>, rest?: () => Promise<void>): () => Promise<void> {
  let last = Promise.resolve()
  return () => {
    const turn = last.then(wait)
    last = rest ? turn.then(rest) : turn
    return turn
  }
}

/**
 * Resolves in a task of its own, for one caller after the other: what many ask for at once begins in small steps, between
 * which the page answers. Unlike a timer it is as quick in the tenth turn as in the first, and in a hidden tab.
 */
export const taskQueue = queue(
  () =>
    new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => {
        port1.close()
        resolve()
      }
      port2.postMessage(null)
    }),
)
