import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { usePlayer } from '@/api/session/player'
import { currentLocale } from '@/i18n/messages'
import { groupsOf } from '@/domain/player/groups'
import { useNow } from '@/platform/useNow'
import { markRead, notificationsQuery } from '../api/notifications'
import { entriesOf, type Entry } from './entries'
import { change, keptFor, keptText, onKeptChange, withRead } from './kept'

/** How often it is looked for what has expired. */
const LOOK_MS = 15_000

const NO_ONE = -1
const NOTHING: Entry[] = []

interface Notifications {
  /** Unread ones first, then the newest. */
  entries: Entry[]
  unread: number
  isPending: boolean
  hasFailed: boolean
  retry: () => void
}

/** What the player is told; nothing for a guest. */
export function useNotifications(): Notifications {
  const player = usePlayer()
  const { data, isPending, isError, refetch } = useQuery({ ...notificationsQuery(currentLocale()), enabled: !!player })
  const text = useSyncExternalStore(onKeptChange, keptText, () => null)
  const now = useNow(LOOK_MS)
  const entries = useMemo(() => (player ? entriesOf(data ?? [], keptFor(player.id, text), groupsOf(player), now) : NOTHING), [player, data, text, now])
  const unread = entries.filter(({ isUnread }) => isUnread).length
  return { entries, unread, isPending: isPending && !!player, hasFailed: isError && !data, retry: () => void refetch() }
}

/** Marks what is on show as read, here and on the player's other devices. */
export function useMarkRead(entries: readonly Entry[]): void {
  const client = useQueryClient()
  const player = usePlayer()?.id ?? NO_ONE
  // Texts, so that the effects run when the ids have changed and not with every render.
  const unread = entries
    .filter(({ isUnread }) => isUnread)
    .map(({ id }) => id)
    .join()
  const unsent = entries
    .filter(({ isUnsent }) => isUnsent)
    .map(({ id }) => id)
    .join()
  useEffect(() => {
    if (unread) change(player, (kept) => withRead(kept, unread.split(',')))
  }, [player, unread])
  useEffect(() => {
    // A mark that is lost is set the next time that the list is opened; there is nothing to tell the player.
    if (unsent) markRead(client, unsent.split(',')).catch(() => undefined)
  }, [client, unsent])
}
