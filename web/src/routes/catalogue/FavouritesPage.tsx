import { useQuery } from '@tanstack/react-query'
import { favouriteGamesQuery } from '@/features/catalogue/api/favourites'
import { TileGrid } from '@/features/catalogue/components/GameList'
import { t } from '@/i18n/messages'
import { NoFavourites } from '@/ui/drawings'
import { EmptyState } from '@/ui/EmptyState'
import { ButtonLink } from '@/ui/Link'

/** The player's favourite games, newest first. */
export function FavouritesPage() {
  const favourites = useQuery(favouriteGamesQuery)
  const games = favourites.data ?? []
  return (
    <div className="content py-6 md:py-10">
      <h1 className="mb-7 text-2xl font-semibold md:text-3xl">{t('favourites.title')}</h1>
      {!favourites.isPending && games.length === 0 ? (
        <EmptyState
          drawing={<NoFavourites />}
          title={t('favourites.empty_title')}
          text={t('favourites.empty_text')}
          action={
            <ButtonLink to="/pokies/$slug" params={{ slug: 'all' }}>
              {t('favourites.empty_action')}
            </ButtonLink>
          }
        />
      ) : (
        <TileGrid games={games} skeletons={favourites.isPending ? 6 : 0} />
      )}
    </div>
  )
}
