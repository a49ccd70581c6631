import { channel, reload } from '@/api/realtime'
import type { TournamentStatus } from '@/api/types'
import { isObject } from '@/platform/shapes'
import { BOARDS, OWN, STATUSES } from './api/tournaments'

/** Where the player stands in a tournament now. */
interface StandingFrame {
  tournament_id: number
  bets: number
  points: number
  award_place: number | null
}

function isStandingFrame(data: unknown): data is StandingFrame {
  if (!isObject(data)) return false
  const { tournament_id, bets, points, award_place } = data
  return [tournament_id, bets, points].every(Number.isSafeInteger) && (award_place === null || Number.isSafeInteger(award_place))
}

const PLACES = [OWN, BOARDS]

/** The player's places: told at once, while the board around them is asked for anew. */
export const tournamentChannels = [
  channel('tournaments_statuses', {
    isFrame: isStandingFrame,
    apply: (client, { tournament_id, bets, points, award_place }) => {
      client.setQueriesData<TournamentStatus>({ queryKey: STATUSES }, (status) =>
        status?.tournament_id === tournament_id ? { ...status, bets, bet_cents: bets, points, award_place } : status,
      )
      reload(client, PLACES)
    },
    afterGap: PLACES,
    afterConnect: PLACES,
  }),
]
