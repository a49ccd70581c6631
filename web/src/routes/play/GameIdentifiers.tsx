import { useQuery } from '@tanstack/react-query'
import { projectQuery } from '@/api/info/reference'
import { usePlayer } from '@/api/session/player'
import type { Game } from '@/api/types'
import { featureIsOn } from '@/features/flags/model/flags'

/** What the catalogue calls a game and its lists, for those who look after it; behind the switch `gameIdentifiers`. */
export function GameIdentifiers({ game }: { game: Game }) {
  const switches = useQuery(projectQuery).data?.features ?? {}
  if (!featureIsOn('gameIdentifiers', switches, usePlayer())) return null
  return (
    <p data-testid="game-identifiers" className="font-mono text-xs break-all text-muted">
      {[game.identifier, game.released, ...Object.entries(game.collections).map(([list, place]) => `${list}:${place}`)].filter(Boolean).join(' · ')}
    </p>
  )
}
