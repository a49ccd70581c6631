import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { Game } from '@/api/types'
import { t } from '@/i18n/messages'
import { GamePicture } from '@/ui/GamePicture'
import { Icon } from '@/ui/Icon'
import { useFavourites } from '../api/favourites'
import { GameTile } from './GameTile'
import { TILE_GRID } from './gridColumns'
import { useTiles } from './useTiles'

/**
 * The player's favourites. One whose heart is taken away keeps its place until the page is left, with a way to
 * have it back: a slip of the finger loses nothing.
 */
export function FavouriteGrid({ games, empty }: { games: readonly Game[]; empty: ReactNode }) {
  const stateOf = useTiles()
  const { toggle } = useFavourites()
  const [seen, setSeen] = useState<readonly Game[]>(games)
  const added = games.filter((game) => !seen.some((known) => known.identifier === game.identifier))
  if (added.length > 0) setSeen([...added, ...seen])
  if (seen.length === 0) return empty
  return (
    <ul className={TILE_GRID}>
      {seen.map((game) => {
        const state = stateOf(game)
        return (
          <li key={game.identifier}>
            {state.isFavourite ? <GameTile game={game} {...state} /> : <Removed game={game} isPending={state.isPending} onUndo={() => toggle(game)} />}
          </li>
        )
      })}
    </ul>
  )
}

/** The place of a game that was a favourite until just now. */
function Removed({ game, isPending, onUndo }: { game: Game; isPending: boolean; onUndo: () => void }) {
  const undo = useRef<HTMLButtonElement>(null)
  // The heart that had the focus is gone.
  useEffect(() => undo.current?.focus({ preventScroll: true }), [])
  return (
    <div className="relative flex aspect-3/4 animate-fade flex-col items-center justify-center gap-3 overflow-hidden rounded-m border border-dashed border-line-strong p-3 text-center">
      <span className="absolute inset-0 opacity-15 grayscale" aria-hidden="true">
        <GamePicture game={game} alt="" sizes="190px" />
      </span>
      <p role="status" className="relative text-sm text-soft">
        {t('favourites.removed', { title: game.title })}
      </p>
      <button
        ref={undo}
        type="button"
        aria-label={t('favourites.undo_title', { title: game.title })}
        aria-disabled={isPending || undefined}
        onClick={onUndo}
        className="pressable relative flex h-10 items-center gap-2 rounded-m bg-hover px-4 text-sm font-semibold text-text hover:bg-line pointer-coarse:h-11"
      >
        <Icon name="refresh" size={16} />
        {t('favourites.undo')}
      </button>
    </div>
  )
}
