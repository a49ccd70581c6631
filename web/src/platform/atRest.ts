/** While something is dragged to another size, what depends on it is worked out once it has come to rest. */
const REST_MS = 150

/** Puts `then` off until nobody has asked for it for a while; `stop` forgets what was asked for. */
export function atRest(then: () => void): { ask: () => void; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = () => clearTimeout(timer)
  const ask = () => {
    stop()
    timer = setTimeout(then, REST_MS)
  }
  return { ask, stop }
}
