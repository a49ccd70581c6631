import { useNavigate } from '@tanstack/react-router'
import { usePlayer } from '@/api/session/player'
import type { Game } from '@/api/types'
import { t } from '@/i18n/messages'
import { cx } from '@/lib/cx'
import { IconButton } from '@/ui/IconButton'
import { useFavourite } from '../api/favourites'

/** The heart of a game. A guest is led to registration, for favourites belong to a player. */
export function FavouriteButton({ game, className }: { game: Game; className?: string }) {
  const navigate = useNavigate()
  const player = usePlayer()
  const { isFavourite, pending, toggle } = useFavourite(game)
  const press = () => {
    if (player) toggle()
    else void navigate({ to: '/sign-up' })
  }
  return (
    <IconButton
      icon="heart"
      filled={isFavourite}
      isDisabled={pending}
      aria-pressed={isFavourite}
      label={t('tile.favourite', { title: game.title })}
      onPress={press}
      size="s"
      className={cx(isFavourite && 'text-danger! hover:text-danger!', className)}
    />
  )
}
