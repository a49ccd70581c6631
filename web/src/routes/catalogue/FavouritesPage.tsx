import { useQuery } from '@tanstack/react-query'
import { favouriteGamesQuery } from '@/features/catalogue/api/favourites'
import { FavouriteGrid } from '@/features/catalogue/components/FavouriteGrid'
import { ItemGrid } from '@/features/catalogue/components/TileGrid'
import { t } from '@/i18n/messages'
import { NoFavourites } from '@/ui/drawings'
import { EmptyState } from '@/ui/EmptyState'
import { FailedState } from '@/ui/FailedState'
import { ButtonLink } from '@/ui/Link'

/** The player's favourite games, newest first. */
export function FavouritesPage() {
  const { data: games, isError, refetch } = useQuery(favouriteGamesQuery)
  return (
    <div className="content py-6 md:py-10">
      <h1 className="mb-7 text-2xl font-semibold md:text-3xl">{t('favourites.title')}</h1>
      {games ? (
        <FavouriteGrid games={games} empty={<NoneYet />} />
      ) : isError ? (
        <FailedState title={t('list.failed_title')} onRetry={() => void refetch()} />
      ) : (
        <ItemGrid items={[]} skeletons={6} />
      )}
    </div>
  )
}

function NoneYet() {
  return (
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
  )
}
