import type { MassGiftStep } from '../../api/massGifts'
import type { MassGift, MassGiftTarget, Me } from '../../api/types'

/** The most players of a list. */
export const PLAYERS_MAX = 5_000

/** The numbers in what somebody has typed or in a file, each once; null when there is something else in it, or too many. */
export function playersOf(typed: string): number[] | null {
  const words = typed.split(/[\s,;]+/).filter((word) => word !== '')
  const numbers = words.map((word) => (/^#?\d+$/.test(word) ? Number(word.replace('#', '')) : 0))
  const distinct = [...new Set(numbers)]
  return distinct.every((number) => Number.isSafeInteger(number) && number > 0) && distinct.length <= PLAYERS_MAX ? distinct : null
}

/** The form of a mass gift. */
export interface MassGiftValues {
  name: string
  kind: 'offer' | 'lootbox'
  code: string
  to: 'segment' | 'players'
  segment: string
  /** `every` for players of all brands. */
  brand: string
  players: string
  reason: string
}

/** To whom the form says that something is given, and what. */
export function targetOf({ kind, code, to, segment, brand, players }: MassGiftValues): MassGiftTarget {
  return to === 'segment'
    ? { kind, code, segment, brand: brand === 'every' ? null : brand, players: [] }
    : { kind, code, segment: null, brand: null, players: playersOf(players) ?? [] }
}

/** What the reader may do about a mass gift; who has asked for it does not approve it. */
export function stepsFor(
  { state, expired, failed, requester_id }: Pick<MassGift, 'state' | 'expired' | 'failed' | 'requester_id'>,
  me: Pick<Me, 'id'>,
): MassGiftStep[] {
  const again: MassGiftStep[] = failed > 0 ? ['retry'] : []
  switch (state) {
    case 'gathering':
      return ['cancel']
    case 'waiting':
      return expired || requester_id === me.id ? ['cancel'] : ['approve', 'cancel']
    case 'running':
      return ['pause', ...again, 'cancel']
    case 'paused':
      return ['resume', ...again, 'cancel']
    case 'done':
      return again
    case 'canceled':
      return []
  }
}

/** How many members were taken, and that in percent. */
export function progressOf({ members, given, skipped, failed }: Pick<MassGift, 'members' | 'given' | 'skipped' | 'failed'>): { done: number; percent: number } {
  const done = given + skipped + failed
  return { done, percent: members === 0 ? 0 : Math.floor((done * 100) / members) }
}
