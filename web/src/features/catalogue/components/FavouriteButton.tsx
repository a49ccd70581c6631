import type { Game } from '@/api/types'
import { t } from '@/i18n/messages'
import { cx } from '@/platform/cx'
import { Icon } from '@/ui/Icon'
import { useFavourites } from '../api/favourites'

interface HeartProps {
  game: Game
  isFavourite: boolean
  isPending: boolean
  onToggle: (game: Game) => void
  className?: string
}

/** The heart itself. It keeps the focus while a change is on its way, when presses do nothing. */
export function Heart({ game, isFavourite, isPending, onToggle, className }: HeartProps) {
  return (
    <button
      type="button"
      aria-pressed={isFavourite}
      aria-disabled={isPending || undefined}
      aria-label={t('tile.favourite', { title: game.title })}
      onClick={() => !isPending && onToggle(game)}
      className={cx(
        'pressable inline-grid size-9 shrink-0 place-items-center rounded-m active:scale-95 pointer-coarse:size-11',
        isFavourite ? 'text-danger' : 'text-soft hover:text-text',
        className,
      )}
    >
      <Icon name="heart" size={18} filled={isFavourite} className={isFavourite ? 'animate-pop' : undefined} />
    </button>
  )
}

/** The heart of a game that stands alone. */
export function FavouriteButton({ game, className }: { game: Game; className?: string }) {
  const favourites = useFavourites()
  return (
    <Heart
      game={game}
      isFavourite={favourites.isFavourite(game)}
      isPending={favourites.isPending(game)}
      onToggle={favourites.toggle}
      className={cx('hover:bg-hover', className)}
    />
  )
}
