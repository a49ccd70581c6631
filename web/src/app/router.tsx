import type { QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { rootRoute } from '@/routes/root'
import { parseSearch, stringifySearch } from '@/routes/search'
import { routeTree } from '@/routes/tree'
import { CrashPage } from './shell/CrashPage'
import { NotFoundPage } from './shell/NotFoundPage'
import { Shell } from './shell/Shell'

export function createAppRouter(queryClient: QueryClient) {
  rootRoute.update({ component: Shell })
  const router = createRouter({
    routeTree,
    context: { queryClient, currentPage: () => router.state.resolvedLocation },
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPreloadDelay: 50,
    defaultErrorComponent: CrashPage,
    defaultNotFoundComponent: NotFoundPage,
    notFoundMode: 'root',
    scrollRestoration: true,
    trailingSlash: 'never',
  })
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
