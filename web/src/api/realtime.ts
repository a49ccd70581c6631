import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** What the frames of one channel change. Features bring theirs; `app/realtime.ts` lists them all. */
export interface Channel {
  /** Without the part behind `#`, which names the player in private channels. */
  name: string
  /** Works a frame into what the site shows; false when it is not of the shape that the channel carries. */
  receive: (client: QueryClient, data: unknown) => boolean
  /** What is asked for again when frames of the channel were lost. */
  afterGap: readonly QueryKey[]
  /** What is asked for again with every connection: frames that the server does not send again. */
  afterConnect: readonly QueryKey[]
}

interface ChannelOptions<Frame> {
  isFrame: (data: unknown) => data is Frame
  apply: (client: QueryClient, frame: Frame) => void
  afterGap?: readonly QueryKey[]
  afterConnect?: readonly QueryKey[]
}

/** A channel whose frames are checked by `isFrame` before `apply` gets them. */
export function channel<Frame>(name: string, { isFrame, apply, afterGap = [], afterConnect = [] }: ChannelOptions<Frame>): Channel {
  return {
    name,
    afterGap,
    afterConnect,
    receive: (client, data) => {
      if (!isFrame(data)) return false
      apply(client, data)
      return true
    },
  }
}

/**
 * Asks again for everything under `keys`. A first load that is under way is not ended by that, for others may wait for it: it is
 * repeated once it has come, because the server may have answered it before the change that is reloaded for.
 */
export function reload(client: QueryClient, keys: readonly QueryKey[]): void {
  for (const queryKey of keys) {
    const first = client.getQueryCache().findAll({ queryKey, predicate: ({ state, promise }) => state.data === undefined && promise !== undefined })
    void client.invalidateQueries({ queryKey })
    for (const { promise, queryKey: own } of first) {
      // One that fails is asked for again by whoever shows it.
      promise?.then(
        () => void client.invalidateQueries({ queryKey: own, exact: true }),
        () => undefined,
      )
    }
  }
}
