import type { QueryClient } from '@tanstack/react-query'
import { reload, type Channel } from '@/api/realtime'
import { log } from '@/platform/log'

/** Private channels are named `{name}#{user channel id}`. */
function nameOf(address: string): string {
  return address.split('#')[0] ?? ''
}

const find = (channels: readonly Channel[], address: string) => channels.find(({ name }) => name === nameOf(address))

/** Asks again for what lost frames of a channel would have told. */
export function reloadAfterGap(channels: readonly Channel[], client: QueryClient, address: string): void {
  reload(client, find(channels, address)?.afterGap ?? [])
}

/** Asks for what may have been told before this connection and is not told again. */
export function reloadAfterConnect(channels: readonly Channel[], client: QueryClient): void {
  reload(
    client,
    channels.flatMap(({ afterConnect }) => afterConnect),
  )
}

/** Works a frame into what the site shows. One of an unknown channel or of a wrong shape is dropped and logged. */
export function applyFrame(channels: readonly Channel[], client: QueryClient, address: string, data: unknown): void {
  const channel = find(channels, address)
  // The rest of the channel's name is the player's own and not for the log.
  if (!channel) log('warning', 'REALTIME_FRAME', `unknown channel ${nameOf(address)}`)
  else if (!channel.receive(client, data)) log('warning', 'REALTIME_FRAME', `wrong frame of ${channel.name}`)
}
