import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { withTexts } from '@/i18n/withTexts'
import { importWithRetry } from '@/platform/importWithRetry'
import { switchedPage } from './addressTable'
import { requireOpen } from './guards'
import { loadText } from './loaders'
import { rootRoute } from './root'

const ShopPage = lazyRouteComponent(() => importWithRetry(withTexts(['content', 'gifts', 'loyalty'], () => import('./loyalty/ShopPage'))), 'ShopPage')

/** The points shop: everything in it, one kind of rewards, or one card with its exchange open. */
function shopRoute<const Path extends string>(
  path: Path,
  name: string,
  title: 'shop.title' | 'shop.freespins_title' | 'shop.money_title' | 'shop.special_title',
) {
  return createRoute({
    getParentRoute: () => rootRoute,
    path,
    staticData: { title },
    beforeLoad: (visit) => requireOpen(switchedPage(name), visit),
    component: ShopPage,
  })
}

const vipClubRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/rocketplay-vipclub',
  staticData: { title: 'vip_club.title' },
  beforeLoad: (visit) => requireOpen(switchedPage('VipClub'), visit),
  component: lazyRouteComponent(() => importWithRetry(withTexts(['loyalty'], () => import('./loyalty/VipClubPage'))), 'VipClubPage'),
})

const vipRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/vip',
  beforeLoad: (visit) => requireOpen(switchedPage('VipPage'), visit),
  loader: ({ context }) => loadText(context, '/vip'),
  component: lazyRouteComponent(() => importWithRetry(withTexts(['content'], () => import('./info/VipPage'))), 'VipPage'),
})

/** The pages of the points shop and of the VIP club. */
export const loyaltyRoutes = [
  shopRoute('/rocket-mart', 'ExchangeCompoints', 'shop.title'),
  shopRoute('/rocket-mart/freespins', 'compPointsFreeSpins', 'shop.freespins_title'),
  shopRoute('/rocket-mart/money', 'compPointsMoney', 'shop.money_title'),
  shopRoute('/rocket-mart/special', 'compPointsSpecial', 'shop.special_title'),
  shopRoute('/rocket-mart/exchange/$type/$group', 'CompPointsExchange', 'shop.title'),
  vipClubRoute,
  vipRoute,
] as const
