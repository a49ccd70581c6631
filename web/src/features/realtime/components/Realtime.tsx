import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Channel } from '@/api/realtime'
import { pollAccounts } from '@/api/session/accounts'
import { playerQuery, usePlayer } from '@/api/session/player'
import { settingsQuery } from '@/api/session/settings'
import { logError } from '@/platform/log'
import { connect } from '../model/connection'
import { applyFrame, reloadAfterConnect, reloadAfterGap } from '../model/frames'

/** How often the wallets are asked for while no frames come. */
const POLL_MS = 30_000

/** Keeps what the site shows up to date for the visitor who is here now: frames of `channels`, or polling without them. */
export function Realtime({ channels }: { channels: readonly Channel[] }) {
  const client = useQueryClient()
  const player = usePlayer()
  const settings = useQuery({ ...settingsQuery, enabled: player !== undefined }).data
  const [connected, setConnected] = useState(false)
  // Channel and address tell one connection from another; a fresh token for the same ones is not a new one.
  const { url, user_channel_id: channel } = settings?.realtime ?? { url: null, user_channel_id: null }

  useEffect(() => {
    const realtime = client.getQueryData(settingsQuery.queryKey)?.realtime
    if (!url || !realtime) return
    let left = false
    let close: (() => void) | undefined
    void connect(realtime, {
      onFrame: (name, data) => applyFrame(channels, client, name, data),
      onConnected: () => setConnected(true),
      onDisconnected: () => setConnected(false),
      onGap: (name) => reloadAfterGap(channels, client, name),
      onSessionEnd: () => void client.invalidateQueries({ queryKey: playerQuery.queryKey }),
      freshToken: async () => (await client.fetchQuery({ ...settingsQuery, staleTime: 0 })).realtime.token,
    }).then(
      (opened) => {
        close = opened
        if (left) opened()
      },
      // Without it the wallets are asked for again and again.
      (error: unknown) => logError('REALTIME_ERROR', error),
    )
    return () => {
      left = true
      close?.()
      setConnected(false)
    }
  }, [channels, client, url, channel])

  useEffect(() => {
    if (!player) return
    if (connected) {
      // What changed after the page's answer and before the connection is in neither.
      void pollAccounts(client)
      reloadAfterConnect(channels, client)
      return
    }
    const timer = setInterval(() => void pollAccounts(client), POLL_MS)
    return () => clearInterval(timer)
  }, [channels, client, player, connected])
  return null
}
