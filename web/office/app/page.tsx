import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, lazyRouteComponent, Outlet, redirect, type RouteComponent } from '@tanstack/react-router'
import { ApiError } from '@/api/errors'
import { meQuery } from '../api/me'
import type { Permission } from '../api/types'
import { Allowed } from './Allowed'

/** What every address of the office is under. */
export const rootRoute = createRootRouteWithContext<{ queryClient: QueryClient }>()({ component: Outlet })

/** Everything else is for members who are signed in. */
export const memberRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'member',
  beforeLoad: async ({ context, location }) => {
    try {
      return { me: await context.queryClient.ensureQueryData(meQuery) }
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) throw redirect({ to: '/sign-in', search: { to: location.href }, replace: true })
      throw error
    }
  },
  // Lazy, so that the sign-in page does not load the shell.
  component: lazyRouteComponent(() => import('./Shell'), 'Shell'),
})

interface PageOptions<Search> {
  /** Opens the page: any one of these suffices. */
  permission: Permission | readonly Permission[]
  search?: (search: Record<string, unknown>) => Search
  component: ReturnType<typeof lazyRouteComponent>
}

/** A page of the office, for those with its permission; its search parameters are read by `search`. */
export function page<const Path extends string, Search = object>(path: Path, { permission, search, component: Page }: PageOptions<Search>) {
  const component: RouteComponent = () => (
    <Allowed permission={permission}>
      <Page />
    </Allowed>
  )
  // The router calls it when the way to the page begins, long before `Page` is drawn.
  component.preload = async () => {
    await Page.preload?.()
  }
  return createRoute({
    getParentRoute: () => memberRoute,
    path,
    validateSearch: (found: Record<string, unknown>): Search => (search ? search(found) : ({} as Search)),
    component,
  })
}
