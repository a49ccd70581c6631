import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, type ReactNode } from 'react'
import { useActiveAccount } from '@/api/session/accounts'
import { usePlayer } from '@/api/session/player'
import type { ShopOffer } from '@/api/types'
import { currentLocale, t, type MessageKey } from '@/i18n/messages'
import { useTick } from '@/platform/useTick'
import { Button } from '@/ui/Button'
import { LanternOut } from '@/ui/drawings'
import { EmptyState } from '@/ui/EmptyState'
import { FailedState } from '@/ui/FailedState'
import { Icon } from '@/ui/Icon'
import { ButtonLink } from '@/ui/Link'
import { Skeleton } from '@/ui/Skeleton'
import { TitledSection } from '@/ui/TitledSection'
import { offersQuery, reloadOffers } from '../api/shop'
import { useCompPoints } from '../api/points'
import { addressOf, costOf, isAnyAffordable, isSold, REWARD_TYPE, shortfall, tabOf, type ShopTab } from '../model/shop'
import { Emblem } from './Emblem'
import { OfferPicture } from './OfferPicture'
import { pointsText } from './PointsText'
import { ProgressBar } from './ProgressBar'
import { RewardHead } from './RewardHead'
import { percentOf } from '../model/vip'

const GROUPS = [
  { to: '/rocket-mart/freespins', type: REWARD_TYPE.FREE_SPINS, label: 'shop.freespins' },
  { to: '/rocket-mart/money', type: REWARD_TYPE.MONEY, label: 'shop.money' },
  { to: '/rocket-mart/special', type: REWARD_TYPE.SPECIAL_REWARDS, label: 'shop.special' },
] as const satisfies { to: string; type: ShopTab; label: MessageKey }[]

const TABS = [{ to: '/rocket-mart', type: undefined, label: 'shop.all' }, ...GROUPS] as const

const SECOND_MS = 1_000

const SKELETONS = [0, 1, 2, 3, 4]

interface PointsShopProps {
  type?: ShopTab
  /** What the operator shows above the kinds of rewards. */
  banners: ReactNode
  /** Shows the games of free spins, by their identifiers. */
  spinGames: (ids: readonly string[]) => ReactNode
}

/** What points can be exchanged for, and what the player has of them. */
export function PointsShop({ type, banners, spinGames }: PointsShopProps) {
  const { data: offers, isError, isPending, refetch } = useSoldOffers()
  const shown = type === undefined ? offers : offers && offersOf(offers, type)
  return (
    <>
      <ShopBanner />
      {banners}
      <ShopTabs offers={offers ?? []} />
      {isError && !offers ? (
        <FailedState title={t('shop.failed')} onRetry={() => void refetch()} />
      ) : (
        <>
          {isPending && <CardsToCome />}
          {type === undefined && offers && GROUPS.map((tab) => <OfferGroup key={tab.type} tab={tab} offers={offers} spinGames={spinGames} />)}
          {type !== undefined && shown && <OfferCards offers={shown} level={2} spinGames={spinGames} />}
          {shown?.length === 0 && <NoRewards isAll={type === undefined} />}
        </>
      )}
    </>
  )
}

/** Nothing is sold, or nothing of this kind: then all rewards are one step away. */
function NoRewards({ isAll }: { isAll: boolean }) {
  const action = isAll ? (
    <ButtonLink to="/promotions" variant="secondary">
      {t('promotions.title')}
    </ButtonLink>
  ) : (
    <ButtonLink to="/rocket-mart" variant="secondary">
      {t('shop.all')}
    </ButtonLink>
  )
  return <EmptyState drawing={<LanternOut />} title={t('shop.none_title')} text={t('shop.none_text')} action={action} />
}

const offersOf = (offers: ShopOffer[], type: ShopTab) => offers.filter((offer) => tabOf(offer) === type)

/** One kind of rewards where all are shown, under its name; nothing of a kind that has no card. */
function OfferGroup({ tab: { type, label }, offers, spinGames }: { tab: (typeof GROUPS)[number]; offers: ShopOffer[] } & Pick<PointsShopProps, 'spinGames'>) {
  const own = offersOf(offers, type)
  if (own.length === 0) return null
  return (
    <TitledSection title={t(label)}>
      <OfferCards offers={own} level={3} spinGames={spinGames} />
    </TitledSection>
  )
}

const CARDS = 'grid gap-4 sm:grid-cols-2 xl:grid-cols-3'

interface OfferCardsProps extends Pick<PointsShopProps, 'spinGames'> {
  offers: ShopOffer[]
  /** Level of the cards' names. */
  level: 2 | 3
}

function OfferCards({ offers, level, spinGames }: OfferCardsProps) {
  return (
    <ul className={CARDS}>
      {offers.map((offer) => (
        // A row of games within must not widen the card.
        <li key={`${offer.group} ${offer.lottery_slug}`} className="min-w-0">
          <ShopCard offer={offer} level={level} games={offer.games.length > 0 && spinGames(offer.games)} />
        </li>
      ))}
    </ul>
  )
}

function CardsToCome() {
  return (
    <ul aria-busy="true" className={CARDS}>
      {SKELETONS.map((key) => (
        <li key={key}>
          <Skeleton className="h-64 w-full" />
        </li>
      ))}
    </ul>
  )
}

/** The cards that are still sold; when one has ended, all are asked for again. */
function useSoldOffers() {
  const client = useQueryClient()
  const { data, ...state } = useQuery(offersQuery(currentLocale()))
  const now = useTick(SECOND_MS)
  const offers = data?.filter((offer) => isSold(offer, now))
  const ended = (data?.length ?? 0) - (offers?.length ?? 0)
  useEffect(() => {
    if (ended > 0) reloadOffers(client)
  }, [client, ended])
  return { ...state, data: offers }
}

function ShopBanner() {
  const player = usePlayer()
  const { points, hasFailed, retry } = useCompPoints()
  return (
    <header className="relative overflow-hidden rounded-l border border-vip/40 bg-surface p-6 md:p-10">
      <div aria-hidden="true" className="absolute inset-0 bg-[radial-gradient(60%_120%_at_85%_0%,var(--vip),transparent_70%)] opacity-25" />
      <div className="relative flex flex-wrap items-center gap-6">
        <div className="min-w-0 flex-1 basis-80">
          <h1 className="text-2xl font-semibold md:text-3xl">{t('shop.title')}</h1>
          <p className="mt-2 max-w-xl text-soft">{t('shop.lead')}</p>
        </div>
        {player ? (
          <div className="flex items-center gap-4" aria-live="polite">
            <Emblem>
              <Icon name="layers" size={24} />
            </Emblem>
            <span>
              <span className="block text-sm text-muted">{t('shop.balance')}</span>
              {points && <span className="tabular font-display text-2xl font-semibold">{pointsText(points.chargeable.points)}</span>}
              {!points && !hasFailed && <Skeleton className="mt-1 h-8 w-32" />}
              {hasFailed && (
                <>
                  <span className="block text-sm font-medium">{t('shop.points_failed')}</span>
                  <Button variant="ghost" size="s" icon="refresh" onPress={retry}>
                    {t('oops.action')}
                  </Button>
                </>
              )}
            </span>
          </div>
        ) : (
          <ButtonLink to="/sign-up" search={{ redirect: '/rocket-mart' } as object}>
            {t('shell.sign_up')}
          </ButtonLink>
        )}
      </div>
    </header>
  )
}

/** The kinds of rewards; those in which the player can get something now are marked. */
function ShopTabs({ offers }: { offers: ShopOffer[] }) {
  const currency = useActiveAccount()?.currency
  const points = useCompPoints().points?.chargeable.points
  return (
    <nav aria-label={t('shop.kinds')} className="no-scrollbar -mx-(--gutter) flex gap-2 overflow-x-auto px-(--gutter) py-1">
      {TABS.map(({ to, type, label }) => {
        const isAccented = isAnyAffordable(type === undefined ? offers : offersOf(offers, type), points, currency)
        return (
          <Link
            key={to}
            to={to}
            activeOptions={{ exact: true, includeSearch: false }}
            className="pressable flex h-11 shrink-0 items-center gap-2 rounded-m border border-line px-4 text-sm font-medium whitespace-nowrap text-soft hover:text-text aria-[current=page]:border-vip aria-[current=page]:text-text"
          >
            {t(label)}
            {isAccented && (
              <span className="size-2 rounded-full bg-vip-text">
                <span className="sr-only">{t('shop.affordable')}</span>
              </span>
            )}
          </Link>
        )
      })}
    </nav>
  )
}

function ShopCard({ offer, level, games }: Pick<OfferCardsProps, 'level'> & { offer: ShopOffer; games: ReactNode }) {
  const player = usePlayer()
  const currency = useActiveAccount()?.currency
  const points = useCompPoints().points?.chargeable.points
  const cost = costOf(offer, player ? currency : undefined)
  if (cost === undefined) return null
  const missing = points === undefined ? undefined : shortfall(points, cost)
  const search: object = offer.lottery_slug === null ? {} : { lottery: offer.lottery_slug }
  return (
    <article className="flex h-full flex-col rounded-l border border-line bg-surface bg-(image:--sheen) p-5">
      {offer.image && (
        <div className="mb-4">
          <OfferPicture image={offer.image} />
        </div>
      )}
      <RewardHead offer={offer} level={level} currency={player ? currency : undefined} />
      {games}
      <p className="tabular mt-5 flex justify-between gap-3 text-sm font-medium">
        <span>{pointsText(cost)}</span>
        {missing !== undefined && missing > 0 && <span className="text-muted">{t('shop.missing', { count: pointsText(missing) })}</span>}
      </p>
      {points !== undefined && <ProgressBar label={pointsText(cost)} percent={percentOf(points, cost)} className="mt-2" />}
      <div className="mt-5 flex-1 content-end">
        {player ? (
          <ButtonLink
            to="/rocket-mart/exchange/$type/$group"
            params={{ type: offer.type, group: offer.group }}
            search={search}
            resetScroll={false}
            variant={missing === 0 ? 'primary' : 'secondary'}
            wide
          >
            {t('shop.exchange')}
          </ButtonLink>
        ) : (
          <ButtonLink to="/sign-up" search={{ redirect: addressOf(offer) } as object} wide>
            {t('shell.sign_up')}
          </ButtonLink>
        )}
      </div>
    </article>
  )
}
