import { hashKey, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { AWARDS, JACKPOT_SHOWN_BY_GAME, withoutAward, type JackpotAward } from '@/api/info/jackpotAwards'
import type { GameMessage, SiteMessage } from '@/domain/gameBridge'

const AWARDED = hashKey(AWARDS)

/**
 * Leaves wins of a jackpot to the game on the screen, when it shows them itself; answers what hears the game's messages.
 * A win that the game has not shown when it goes is shown by the page.
 */
export function useGameJackpotWins(tell: (message: SiteMessage) => void): (message: GameMessage) => void {
  const client = useQueryClient()
  const passed = useRef(new Set<string>())
  const pass = useCallback(() => {
    const teller = client.getQueryData<string | null>(JACKPOT_SHOWN_BY_GAME) ?? null
    for (const award of client.getQueryData<JackpotAward[]>(AWARDS) ?? []) {
      if (award.jackpot_identifier !== teller || passed.current.has(award.id)) continue
      passed.current.add(award.id)
      tell({ type: 'jackpot_won', id: award.id, level: award.jackpot_level_name, amount_cents: award.amount_cents, currency: award.currency })
    }
  }, [client, tell])
  useEffect(
    () =>
      client.getQueryCache().subscribe((event) => {
        if (event.type === 'updated' && event.query.queryHash === AWARDED) pass()
      }),
    [client, pass],
  )
  useEffect(() => () => void client.setQueryData(JACKPOT_SHOWN_BY_GAME, null), [client])
  return useCallback(
    (message) => {
      if (message.type === 'tells_jackpot') {
        client.setQueryData(JACKPOT_SHOWN_BY_GAME, message.jackpot)
        // A game that has loaded itself anew knows of nothing that was passed to it before.
        passed.current.clear()
        pass()
      }
      if (message.type === 'failed') client.setQueryData(JACKPOT_SHOWN_BY_GAME, null)
      if (message.type === 'jackpot_told') client.setQueryData(AWARDS, withoutAward(message.id))
    },
    [client, pass],
  )
}
