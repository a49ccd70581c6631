const TYPES = ['ready', 'round_started', 'round_finished', 'balance', 'close', 'deposit'] as const

/** What a game tells the page around it. */
export interface GameMessage {
  type: (typeof TYPES)[number]
}

/**
 * The message of a game, or null for anything else that arrives: it counts only when it comes from
 * the origin that the game was launched at and has the agreed form.
 */
export function gameMessage(event: Pick<MessageEvent<unknown>, 'origin' | 'data'>, gameOrigin: string): GameMessage | null {
  if (event.origin !== gameOrigin) return null
  const data = event.data
  if (typeof data !== 'object' || data === null || !('source' in data) || data.source !== 'croupier-game') return null
  const type = 'type' in data ? TYPES.find((known) => known === data.type) : undefined
  return type ? { type } : null
}
