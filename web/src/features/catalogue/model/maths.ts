import type { Game } from '@/api/types'

/** Games that publish their return to player, highest first; equal ones by title. */
export function gamesByReturn(games: readonly Game[]): Game[] {
  return games.filter((game) => game.rtp !== null).sort((a, b) => Number(b.rtp) - Number(a.rtp) || a.title.localeCompare(b.title))
}
