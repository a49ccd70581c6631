import type { QueryClient } from '@tanstack/react-query'
import { createRouter, type RouterHistory } from '@tanstack/react-router'
import { rootRoute } from '@/routes/root'
import { parseSearch, stringifySearch } from '@/routes/search'
import { routeTree } from '@/routes/tree'
import { CrashPage } from './shell/CrashPage'
import { NotFoundPage } from './shell/NotFoundPage'
import { Shell } from './shell/Shell'

interface RouterOptions {
  /** Path that every address begins with: the language, or nothing. */
  basepath?: string
  /** Where addresses come from; the browser's own when left out. */
  history?: RouterHistory
}

export function createAppRouter(queryClient: QueryClient, { basepath, history }: RouterOptions = {}) {
  rootRoute.update({ component: Shell })
  const router = createRouter({
    routeTree,
    basepath,
    history,
    context: { queryClient, currentPage: () => router.state.resolvedLocation },
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPreloadDelay: 50,
    defaultErrorComponent: CrashPage,
    defaultNotFoundComponent: NotFoundPage,
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
