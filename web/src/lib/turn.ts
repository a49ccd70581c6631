let last = Promise.resolve()

/**
 * Resolves in a task of its own, for one caller after the other: what many ask for at once begins in small steps, between
 * which the page answers. Unlike a timer it is as quick in the tenth turn as in the first, and in a hidden tab.
 */
export function turn(): Promise<void> {
  last = last.then(
    () =>
      new Promise<void>((resolve) => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => {
          port1.close()
          resolve()
        }
        port2.postMessage(null)
      }),
  )
  return last
}
