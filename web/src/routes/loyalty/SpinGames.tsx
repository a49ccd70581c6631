import { useQuery } from '@tanstack/react-query'
import type { Game } from '@/api/types'
import { gamesByIdQuery } from '@/features/catalogue/api/games'
import { t } from '@/i18n/messages'
import { gameHref } from '@/domain/game'
import { GamePicture } from '@/ui/GamePicture'
import { Skeleton } from '@/ui/Skeleton'
import { StaticLink } from '@/ui/StaticLink'

/** A row has no more games than these, however many the spins can be played on. */
const ROW_MAX = 15

/** The games that free spins can be played on, as a row of small pictures; nothing where none is offered any more. */
export function SpinGames({ ids }: { ids: readonly string[] }) {
  const shown = ids.slice(0, ROW_MAX)
  const { data: games, isError } = useQuery({ ...gamesByIdQuery(shown), enabled: shown.length > 0 })
  if (shown.length === 0 || isError || games?.length === 0) return null
  return (
    <ul aria-label={t('public_offers.games')} aria-busy={!games} className="no-scrollbar -mx-5 mt-4 flex gap-2 overflow-x-auto overscroll-x-contain px-5 py-1">
      {games?.map((game) => (
        <SmallTile key={game.identifier} game={game} />
      ))}
      {!games &&
        shown.map((id) => (
          <li key={id} aria-hidden="true">
            <Skeleton className="h-16 w-12" />
          </li>
        ))}
    </ul>
  )
}

function SmallTile({ game }: { game: Game }) {
  return (
    <li className="shrink-0">
      <StaticLink
        to={gameHref(game)}
        aria-label={game.title}
        title={game.title}
        className="pressable relative block h-16 w-12 overflow-hidden rounded-s outline-offset-[-3px]"
      >
        <GamePicture game={game} alt="" sizes="48px" />
      </StaticLink>
    </li>
  )
}
