import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { MessageKey } from '@/i18n/messages'
import { withTexts } from '@/i18n/withTexts'
import { importWithRetry } from '@/platform/importWithRetry'
import { switchedPage } from './addressTable'
import { requireOpen } from './guards'
import { loadOwnTexts } from './loaders'
import { rootRoute } from './root'

const pages = () => importWithRetry(withTexts(['errors', 'fairness', 'lootboxes'], () => import('./lootboxes/LootboxPages')))

function boxRoute<const Path extends string>(
  path: Path,
  name: string,
  title: MessageKey,
  page: 'SpinWheelPage' | 'SpinWheelSegmentsPage' | 'LootboxPage' | 'ChancePage',
) {
  return createRoute({
    getParentRoute: () => rootRoute,
    path,
    staticData: { title },
    beforeLoad: (visit) => requireOpen(switchedPage(name), visit),
    loader: ({ context }) => loadOwnTexts(context),
    component: lazyRouteComponent(pages, page),
  })
}

/** The pages on which boxes are opened. */
export const lootboxRoutes = [
  boxRoute('/rocketplay-wheel', 'SpinWheelPage', 'wheel.title', 'SpinWheelPage'),
  boxRoute('/rocketmart-wheel', 'SpinWheelSegmentsPage', 'wheel.title', 'SpinWheelSegmentsPage'),
  boxRoute('/lootbox', 'LootboxPage', 'lootbox.title', 'LootboxPage'),
  boxRoute('/rocket-chance', 'RocketChance', 'chance.title', 'ChancePage'),
] as const
