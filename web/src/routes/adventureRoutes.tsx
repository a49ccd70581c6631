import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { chunk } from '@/lib/chunk'
import { switchedPage } from './addressTable'
import { requireOpen } from './guards'
import { rootRoute } from './root'

/** The page of the calendar of deposits. */
export const adventuresRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/vip-adventures',
  staticData: { title: 'adventures.title' },
  beforeLoad: (visit) => requireOpen(switchedPage('VipAdventures'), visit),
  component: lazyRouteComponent(() => chunk(() => import('./adventures/AdventuresPage')), 'AdventuresPage'),
})
