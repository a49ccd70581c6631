import type { RecentWin } from '@/api/types'

/** A key for each win, newest first, that stays the same when newer ones come in front: equal wins are told apart by how many are older. */
export function winKeys(wins: readonly RecentWin[]): string[] {
  const older = new Map<string, number>()
  return wins
    .toReversed()
    .map(({ created_at, user_name, game, amount_cents, currency }) => {
      const win = [created_at, user_name, game.identifier, amount_cents, currency].join('|')
      const count = older.get(win) ?? 0
      older.set(win, count + 1)
      return `${win}|${count}`
    })
    .reverse()
}
