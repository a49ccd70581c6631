import { startTransition, StrictMode } from 'react'
import { timeoutManager, type QueryClient } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { readBoot, seedFromBoot } from '@/api/boot'
import { clientContextQuery } from '@/api/session/clientContext'
import { playerQuery } from '@/api/session/player'
import { seedBanners } from '@/features/banners/model/bootBanners'
import { notifyOpenerOfReturn } from '@/features/cashbox/model/returnMessage'
import { seedGames } from '@/features/catalogue/model/bootGames'
import { loadMessages } from '@/i18n/loadMessages'
import { shareText } from '@/i18n/names'
import { pageIsIdle } from '@/platform/idle'
import { watchInstallPrompt } from '@/platform/installPrompt'
import { showNotLoaded } from '@/platform/notLoaded'
import { yieldToMain } from '@/platform/yieldToMain'
import { onReconnect, checkConnectivity } from '@/platform/connectivity'
import { withoutTrailingSlash } from '@/routes/addresses'
import { App } from './App'
import { createQueryClient } from './queryClient'
import { refetchOnReconnect } from './connectivity'
import { createAppRouter } from './router'
import { createTimers } from './timers'
import { logUncaught, traceNavigations } from './errorReporting'
import { watchClosing, watchSession } from './session'
import { watchSlowActions } from './slowActions'

async function start(root: HTMLElement): Promise<void> {
  const stripped = withoutTrailingSlash(window.location)
  if (stripped) window.history.replaceState(window.history.state, '', stripped)
  logUncaught()
  watchInstallPrompt()

  // Each step is short. Together they would keep a slow phone from answering for a while.
  await yieldToMain()
  timeoutManager.setTimeoutProvider(createTimers())
  const queryClient = createQueryClient()
  const boot = readBoot(document)
  seedFromBoot(queryClient, boot)
  seedGames(queryClient, boot)
  seedBanners(queryClient, boot)
  await yieldToMain()
  void queryClient.prefetchQuery(playerQuery)
  void queryClient.prefetchQuery(clientContextQuery)
  await yieldToMain()
  await loadMessages(boot.context?.locale ?? 'en', boot.texts, Date.now())

  await yieldToMain()
  // The first number that a browser writes takes it far longer than all others.
  shareText('0.00')
  await yieldToMain()
  const router = createAppRouter(queryClient, { basepath: boot.base })
  await yieldToMain()
  watchSession(queryClient, router)
  watchClosing(router)
  refetchOnReconnect(queryClient)
  watchSlowActions()
  traceNavigations(router)
  await yieldToMain()
  // The server's first paint stays until the page can take its place at once, and the work is done in small steps.
  await router.load()
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App queryClient={queryClient} router={router} />
      </StrictMode>,
    ),
  )
  await pageIsIdle()
  await measureVisit(queryClient)
}

/** Measures the visit once its script is here: if the server went away meanwhile, when it is back. */
async function measureVisit(queryClient: QueryClient): Promise<void> {
  try {
    const { startTelemetry } = await import('@/features/analytics/model/startTelemetry')
    startTelemetry(queryClient)
  } catch {
    const stop = onReconnect(() => {
      stop()
      void measureVisit(queryClient)
    })
    checkConnectivity()
  }
}

const root = document.getElementById('root')
if (root && !notifyOpenerOfReturn(window)) {
  start(root).catch((error: unknown) => {
    showNotLoaded()
    // For the log of what nobody caught.
    throw error
  })
}
