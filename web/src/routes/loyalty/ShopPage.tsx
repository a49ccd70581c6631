import { useNavigate, useParams, useRouterState } from '@tanstack/react-router'
import { ExchangeDialog } from '@/features/loyalty/components/ExchangeDialog'
import { PointsShop } from '@/features/loyalty/components/PointsShop'

/** The points shop; an address that names a card opens its exchange over it. */
export function ShopPage() {
  const navigate = useNavigate()
  const { type, group }: { type?: string; group?: string } = useParams({ strict: false })
  const isMoney = useRouterState({ select: ({ location }) => location.pathname.endsWith('/rocket-mart/money') })
  const close = () => void navigate({ to: '/rocket-mart', resetScroll: false })
  return (
    <div className="content space-y-6 py-6 md:py-10">
      <PointsShop type={isMoney ? 'money' : undefined} />
      {type && group && <ExchangeDialog key={group} type={type} group={group} onClose={close} />}
    </div>
  )
}
