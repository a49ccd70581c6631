import type { QueryClient } from '@tanstack/react-query'
import { onAuthError, onClosed } from '@/api/transport'
import { playerQuery } from '@/api/session/player'
import { reloadWallet, WALLET_MARK_KEY } from '@/api/session/walletChange'
import { dropAnswers, forgetPlayer, SESSION_MARK_KEY, sessionChangedAt } from '@/api/session/signOut'
import { modalsOf } from '@/routes/modals'
import type { createAppRouter } from './router'

type AppRouter = ReturnType<typeof createAppRouter>

/** How old a page is at least that gives way: a server that has not followed yet would bring it again and again. */
const RELOAD_AFTER_MS = 30_000

/**
 * Shows the page of a site that is closed for maintenance as soon as a call is refused for it. An open game or payment
 * stays: what has begun is brought to its end. Returns how to stop.
 */
export function watchClosing(
  router: AppRouter,
  reload: () => void = () => window.location.reload(),
  pageAgeMs: () => number = () => performance.now(),
): () => void {
  return onClosed(() => {
    const plays = router.state.matches.some(({ staticData }) => staticData.frame === 'game')
    const pays = document.querySelector('[data-goes-on]') !== null
    if (!plays && !pays && pageAgeMs() > RELOAD_AFTER_MS) reload()
  })
}

/** Follows what ends or begins a session elsewhere: an expired cookie (401) or another tab. */
export function watchSession(client: QueryClient, router: AppRouter): void {
  onAuthError(() => {
    // A burst of refused calls is one end of session.
    if (!client.getQueryData(playerQuery.queryKey)) return
    leaveAsGuest(client, router)
  })
  window.addEventListener('storage', (event) => {
    if (event.key === WALLET_MARK_KEY) reloadWallet(client)
    if (event.key !== SESSION_MARK_KEY) return
    if (event.newValue?.startsWith('out')) leaveAsGuest(client, router)
    else enterAgain(client)
  })
  // Brought back as it was left, by the browser's Back: what it shows may be long past, and another player's.
  let leftAt = Infinity
  window.addEventListener('pagehide', () => {
    leftAt = Date.now()
  })
  window.addEventListener('pageshow', (event) => {
    if (!event.persisted) return
    if (sessionChangedAt() >= leftAt) enterAgain(client)
    else void client.invalidateQueries()
  })
  // A change while this page was on its way came before anybody listened, and the page may know the old session.
  if (sessionChangedAt() > performance.timeOrigin) void checkSession(client, router)
}

async function checkSession(client: QueryClient, router: AppRouter): Promise<void> {
  const known = client.getQueryData(playerQuery.queryKey)
  const player = await client.fetchQuery({ ...playerQuery, staleTime: 0 }).catch(() => known)
  if (known && player === null) leaveAsGuest(client, router)
  else if (player?.id !== known?.id) enterAgain(client)
}

/** Somebody signed in elsewhere in this browser: nothing that is shown may be another player's. */
function enterAgain(client: QueryClient): void {
  dropAnswers(client)
  void client.resetQueries({ queryKey: playerQuery.queryKey }).then(() => client.invalidateQueries())
}

/** Back to a guest's view; a page that needs a player, or a game for money, gives way to sign-in, which leads back to it. */
function leaveAsGuest(client: QueryClient, router: AppRouter): void {
  forgetPlayer(client)
  const { location, matches } = router.state
  const pageNeedsPlayer = matches.some((match) => match.staticData.requiresPlayer)
  const modal = modalsOf(location.search.modal).findLast(({ guard }) => guard === 'player')
  const playsForMoney = matches.some(({ staticData, search }) => staticData.frame === 'game' && 'mode' in search && search.mode === 'real')
  if (!pageNeedsPlayer && !playsForMoney && !modal) return
  const target = modal?.href ?? (playsForMoney ? `${location.pathname}?mode=real` : location.pathname)
  const beneath = pageNeedsPlayer ? '/' : location.pathname
  void router
    .navigate({ to: beneath as '/', search: {}, replace: true })
    .then(() => router.navigate({ to: '/sign-in', search: { redirect: target } as object }))
}
