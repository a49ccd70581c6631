import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams, useRouterState, useSearch } from '@tanstack/react-router'
import { reload } from '@/api/realtime'
import { BONUSES, FREESPINS } from '@/api/session/bonuses'
import { usePlayer } from '@/api/session/player'
import { BannerRow } from '@/features/banners/components/BannerRow'
import { FoldedText } from '@/features/content/components/FoldedText'
import { switchBonuses } from '@/features/gifts/api/bonusCode'
import { ownLotteriesQuery, reloadLotteries } from '@/features/lotteries/api/lotteries'
import { ExchangeDialog } from '@/features/loyalty/components/ExchangeDialog'
import { PointsShop } from '@/features/loyalty/components/PointsShop'
import { REWARD_TYPE, type ShopTab } from '@/features/loyalty/model/shop'
import { SpinGames } from './SpinGames'

const TABS: Record<string, ShopTab> = {
  '/rocket-mart/freespins': REWARD_TYPE.FREE_SPINS,
  '/rocket-mart/money': REWARD_TYPE.MONEY,
  '/rocket-mart/special': REWARD_TYPE.SPECIAL_REWARDS,
}

/** The points shop; an address that names a card opens its exchange over it. */
export function ShopPage() {
  const navigate = useNavigate()
  const client = useQueryClient()
  const player = usePlayer()
  const { type, group }: { type?: string; group?: string } = useParams({ strict: false })
  const { lottery }: { lottery?: string } = useSearch({ strict: false })
  const tab = useRouterState({ select: ({ location }) => Object.entries(TABS).find(([path]) => location.pathname.endsWith(path))?.[1] })
  const own = useQuery({ ...ownLotteriesQuery, enabled: Boolean(player) && type === 'lotteries' }).data
  const close = () => void navigate({ to: '/rocket-mart', resetScroll: false })
  return (
    <div className="content space-y-6 py-6 md:py-10">
      <PointsShop {...(tab && { type: tab })} banners={<BannerRow category="shop" />} spinGames={(ids) => <SpinGames ids={ids} />} />
      <div className="pt-6 empty:hidden">
        <FoldedText place="rocket-mart" />
      </div>
      {type && group && (
        <ExchangeDialog
          key={`${group} ${lottery}`}
          card={{ type, group, lottery }}
          ticketsLeft={(lottery) => own?.find(({ lottery_id }) => lottery_id === lottery)?.tickets_left}
          enableBonuses={(idempotencyKey) => switchBonuses(client, true, idempotencyKey)}
          onDecided={() => {
            reloadLotteries(client)
            reload(client, [BONUSES, FREESPINS])
          }}
          onClose={close}
        />
      )}
    </div>
  )
}
