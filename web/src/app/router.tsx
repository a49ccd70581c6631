import type { QueryClient } from '@tanstack/react-query'
import { createRouter, type ParsedLocation, type RouterHistory } from '@tanstack/react-router'
import { playerQuery } from '@/api/session/player'
import { afterPaint } from '@/platform/afterPaint'
import { logError } from '@/platform/log'
import { languageRewrite } from '@/routes/language'
import { rootRoute, type PageSearch } from '@/routes/root'
import { parseSearch, stringifySearch } from '@/routes/search'
import { routeTree } from '@/routes/tree'
import { CrashPage } from './shell/CrashPage'
import { NotFoundPage } from './shell/NotFoundPage'
import { PendingPage } from './shell/PendingPage'
import { Shell } from './shell/Shell'

const PENDING_AFTER_MS = 400

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
    rewrite: basepath ? languageRewrite(basepath) : undefined,
    history,
    context: {
      queryClient,
      currentPage: (): ParsedLocation<PageSearch> | undefined => {
        const { matches, resolvedLocation } = router.state
        const isLeft = matches.some(({ staticData }) => staticData.requiresPlayer) && !queryClient.getQueryData(playerQuery.queryKey)
        // A page that has just lost its player is no page to open something over.
        return isLeft ? undefined : resolvedLocation
      },
    },
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPreloadDelay: 50,
    // What loads quickly takes the old page's place at once; for anything slower its shape does.
    defaultPendingComponent: PendingPage,
    defaultPendingMs: PENDING_AFTER_MS,
    defaultPendingMinMs: 0,
    defaultErrorComponent: CrashPage,
    defaultOnCatch: (error) => logError('RENDER_ERROR', error),
    defaultNotFoundComponent: NotFoundPage,
    scrollRestoration: true,
    trailingSlash: 'never',
  })
  // What was pressed shows so at once: the work of changing the page, and of loading it ahead, comes behind the next frame.
  const { navigate, preloadRoute } = router
  router.navigate = async (options) => {
    await afterPaint()
    return navigate(options)
  }
  router.preloadRoute = async (options) => {
    await afterPaint()
    return preloadRoute(options)
  }
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
