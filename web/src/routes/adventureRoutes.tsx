import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { withTexts } from '@/i18n/withTexts'
import { importWithRetry } from '@/platform/importWithRetry'
import { switchedPage } from './addressTable'
import { requireOpen } from './guards'
import { rootRoute } from './root'

/** The page of the calendar of deposits. */
export const adventuresRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/vip-adventures',
  staticData: { title: 'adventures.title' },
  beforeLoad: (visit) => requireOpen(switchedPage('VipAdventures'), visit),
  component: lazyRouteComponent(
    () => importWithRetry(withTexts(['adventures', 'errors', 'gifts', 'lootboxes'], () => import('./adventures/AdventuresPage'))),
    'AdventuresPage',
  ),
})
