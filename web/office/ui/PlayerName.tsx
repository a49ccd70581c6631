import { Link } from '@tanstack/react-router'
import { useMay } from '../api/me'
import type { PlayerBrief } from '../api/types'

/** A player by number and masked name, as a link for who may look at players. */
export function PlayerName({ player }: { player: PlayerBrief }) {
  const may = useMay()
  const name = `#${player.id} ${player.name ?? player.email}`
  if (!may('players.read')) return <span>{name}</span>
  return (
    <Link to="/players/$id" params={{ id: String(player.id) }} className="rounded-s text-link underline-offset-4 hover:underline">
      {name}
    </Link>
  )
}
