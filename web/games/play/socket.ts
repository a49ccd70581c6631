/** The socket of the site; whoever only looks on needs no token. */
function socketUrl({ protocol, host }: Location): string {
  return `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/connection/websocket`
}

/** A connection to the site that is not opened yet. Once opened it opens anew by itself for as long as the game is there. */
export async function socket() {
  const { Centrifuge } = await import('centrifuge')
  return new Centrifuge(socketUrl(window.location), { minReconnectDelay: 500, maxReconnectDelay: 10_000 })
}
