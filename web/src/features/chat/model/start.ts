import type { Player } from '@/api/types'
import { groupsOf, vipLevelOf } from '@/domain/player/groups'

/** What a chat is told about the visitor when it opens. */
export interface ChatStart {
  /** Null for a guest, as are the next two. */
  id: number | null
  email: string | null
  nickname: string | null
  isVip: boolean
  locale: string
  /** Who answers: 2 serves VIP players, 1 everybody else. */
  group: number
}

/** The start of a chat for `player`, null for a guest. `group` is the one that the server routes the visitor to. */
export function startOf(player: Player | null, locale: string, group: number): ChatStart {
  return {
    id: player?.id ?? null,
    email: player?.email ?? null,
    nickname: player?.nickname ?? null,
    isVip: vipLevelOf(groupsOf(player)) !== undefined,
    locale,
    group,
  }
}
