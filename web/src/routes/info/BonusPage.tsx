import { useQuery } from '@tanstack/react-query'
import { notFound, useParams } from '@tanstack/react-router'
import { gamesByIdQuery } from '@/features/catalogue/api/games'
import { ItemGrid } from '@/features/catalogue/components/TileGrid'
import { PublicOfferView } from '@/features/gifts/components/PublicOfferView'
import { usePublicOffers } from '@/features/gifts/components/usePublicOffers'
import { t } from '@/i18n/messages'
import { FailedState } from '@/ui/FailedState'
import { TextLink } from '@/ui/Link'
import { Skeleton } from '@/ui/Skeleton'

/** One bonus with its conditions, a way to claim it, and the games of its free spins. */
export function BonusPage() {
  const { slug } = useParams({ strict: false })
  const { data: offers, isError, refetch } = usePublicOffers()
  const offer = offers?.find((known) => known.slug === slug)
  if (offers && !offer) throw notFound()
  const spins = (offer?.deposit ?? offer?.registration)?.freespins
  return (
    <div className="content space-y-6 py-6 md:space-y-8 md:py-10">
      {!offer && (isError ? <FailedState level={1} title={t('offers.failed')} onRetry={() => void refetch()} /> : <Skeleton className="h-80 w-full" />)}
      {offer && <PublicOfferView offer={offer} />}
      {spins && <SpinGames ids={spins.games} />}
      <p className="flex flex-wrap gap-x-6 gap-y-2 text-sm">
        <TextLink to="/$text" params={{ text: 'bonus-terms' }}>
          {t('public_offers.terms')}
        </TextLink>
        <TextLink to="/promotions">{t('public_offers.all')}</TextLink>
      </p>
    </div>
  )
}

function SpinGames({ ids }: { ids: readonly string[] }) {
  const games = useQuery(gamesByIdQuery([...ids])).data
  return (
    <section>
      <h2 className="mb-4 text-xl font-semibold">{t('public_offers.games')}</h2>
      <ItemGrid items={(games ?? []).map((game) => ({ game }))} skeletons={games ? 0 : ids.length} />
    </section>
  )
}
