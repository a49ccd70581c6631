import { useQuery } from '@tanstack/react-query'
import { usePlayer } from '@/api/session/player'
import type { TournamentStatus } from '@/api/types'
import { currentLocale } from '@/i18n/messages'
import { ownTournamentsQuery } from '../api/tournaments'

/** How the player does in what was joined, by the number of the tournament; nothing for a guest. */
export function useOwnStatuses(): ReadonlyMap<number, TournamentStatus> {
  const player = usePlayer()
  const { data } = useQuery({ ...ownTournamentsQuery(currentLocale()), enabled: Boolean(player) })
  return new Map(player ? data?.map(({ tournament, player_status }) => [tournament.id, player_status]) : [])
}
