import type { QueryClient } from '@tanstack/react-query'
import { createRoute, createRouter, lazyRouteComponent, redirect, type RouterHistory } from '@tanstack/react-router'
import { LEVELS, PERIODS, type ClientLogFilter } from '../api/clientLog'
import { t } from '../i18n/texts'
import { calendarSearch } from '../screens/calendar/search'
import { TABS, type PlayerTab } from '../screens/players/tabs'
import { reportSearch } from '../screens/reports/search'
import { SignInPage } from '../screens/signIn/SignInPage'
import { Failed, State } from '../ui/Loaded'
import { contentRoutes } from './contentRoutes'
import { memberRoute, page, rootRoute } from './page'
import { pagesFor, PLANNERS } from './pages'
import { oneOf, ownAddress, word } from './search'

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: (search: Record<string, unknown>): { to?: string; ended?: boolean } => ({
    to: ownAddress(search.to),
    ended: search.ended === true || undefined,
  }),
  component: SignInPage,
})

const invitationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invitation/$token',
  component: lazyRouteComponent(() => import('../screens/invitation/InvitationPage'), 'InvitationPage'),
})

const startRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: '/',
  beforeLoad: ({ context: { me } }) => {
    const [first] = pagesFor(me)
    if (first) throw redirect({ to: first.path, replace: true })
  },
  component: () => <State isPage icon="lock" title={t('state.forbidden')} text={t('state.forbidden_text')} />,
})

const payoutsRoute = page('/payouts', {
  permission: 'payouts.read',
  search: ({ state }) => ({ state: oneOf('waiting', 'decided')(state) }),
  component: lazyRouteComponent(() => import('../screens/payouts/PayoutsPage'), 'PayoutsPage'),
})

const payoutRoute = page('/payouts/$id', {
  permission: 'payouts.read',
  component: lazyRouteComponent(() => import('../screens/payouts/PayoutPage'), 'PayoutPage'),
})

const receiptRoute = page('/payments/$id', {
  permission: 'players.read',
  component: lazyRouteComponent(() => import('../screens/payouts/ReceiptPage'), 'ReceiptPage'),
})

const paymentDeskRoute = page('/payment-desk', {
  permission: 'payouts.read',
  component: lazyRouteComponent(() => import('../screens/paymentDesk/PaymentDeskPage'), 'PaymentDeskPage'),
})

const settlementsRoute = page('/settlements', {
  permission: 'settlements.read',
  search: ({ state }) => ({ state: oneOf('open', 'settled')(state) }),
  component: lazyRouteComponent(() => import('../screens/settlements/SettlementsPage'), 'SettlementsPage'),
})

const coinsRoute = page('/coins', {
  permission: 'payouts.read',
  search: ({ state }) => ({ state: oneOf('held', 'all')(state) }),
  component: lazyRouteComponent(() => import('../screens/coins/CoinsPage'), 'CoinsPage'),
})

const adjustmentsRoute = page('/adjustments', {
  permission: 'adjustments.request',
  search: ({ state }) => ({ state: oneOf('waiting', 'decided')(state) }),
  component: lazyRouteComponent(() => import('../screens/adjustments/AdjustmentsPage'), 'AdjustmentsPage'),
})

const concernsRoute = page('/concerns', {
  permission: 'concerns.manage',
  search: ({ state }) => ({ state: oneOf('open', 'handled')(state) }),
  component: lazyRouteComponent(() => import('../screens/concerns/ConcernsPage'), 'ConcernsPage'),
})

const sharedDevicesRoute = page('/shared-devices', {
  permission: 'players.stop',
  search: ({ state }) => ({ state: oneOf('waiting', 'decided')(state) }),
  component: lazyRouteComponent(() => import('../screens/sharedDevices/SharedDevicesPage'), 'SharedDevicesPage'),
})

const exclusionMatchesRoute = page('/exclusion-matches', {
  permission: 'players.stop',
  search: ({ of }) => ({ of: oneOf('sign_ups', 'accounts')(of) }),
  component: lazyRouteComponent(() => import('../screens/exclusionMatches/ExclusionMatchesPage'), 'ExclusionMatchesPage'),
})

const bonusAbuseRoute = page('/bonus-abuse', {
  permission: 'bonuses.cancel',
  component: lazyRouteComponent(() => import('../screens/bonusAbuse/BonusAbusePage'), 'BonusAbusePage'),
})

const documentsRoute = page('/documents', {
  permission: 'documents.read',
  search: ({ state }) => ({ state: oneOf('pending', 'approved', 'rejected', 'partner')(state) }),
  component: lazyRouteComponent(() => import('../screens/documents/DocumentsPage'), 'DocumentsPage'),
})

const documentRoute = page('/documents/$id', {
  permission: 'documents.read',
  component: lazyRouteComponent(() => import('../screens/documents/DocumentPage'), 'DocumentPage'),
})

const playersRoute = page('/players', {
  permission: 'players.read',
  search: ({ query }) => ({ query: word(query) ?? '' }),
  component: lazyRouteComponent(() => import('../screens/players/PlayersPage'), 'PlayersPage'),
})

const playerRoute = page('/players/$id', {
  permission: 'players.read',
  search: ({ tab }): { tab?: PlayerTab } => ({ tab: TABS.find((known) => known === tab) }),
  component: lazyRouteComponent(() => import('../screens/players/PlayerPage'), 'PlayerPage'),
})

const roundRoute = page('/players/$id/rounds/$round', {
  permission: 'players.read',
  component: lazyRouteComponent(() => import('../screens/players/RoundPage'), 'RoundPage'),
})

const rolesRoute = page('/roles', {
  permission: 'staff.manage',
  component: lazyRouteComponent(() => import('../screens/staff/RolesPage'), 'RolesPage'),
})

const staffRoute = page('/staff', {
  permission: 'staff.manage',
  component: lazyRouteComponent(() => import('../screens/staff/StaffPage'), 'StaffPage'),
})

const chatsRoute = page('/chats', {
  permission: 'chat.read',
  search: ({ state }) => ({ state: oneOf('open', 'closed')(state) }),
  component: lazyRouteComponent(() => import('../screens/chats/ChatsPage'), 'ChatsPage'),
})

const chatRoute = page('/chats/$id', {
  permission: 'chat.read',
  component: lazyRouteComponent(() => import('../screens/chats/ChatPage'), 'ChatPage'),
})

const notificationsRoute = page('/notifications', {
  permission: 'notifications.send',
  search: ({ player }): { player?: number } => ({ player: Number(word(player)) || undefined }),
  component: lazyRouteComponent(() => import('../screens/notifications/NotificationsPage'), 'NotificationsPage'),
})

const couponsRoute = page('/coupons', {
  permission: 'coupons.manage',
  search: ({ state }) => ({ state: oneOf('current', 'past')(state) }),
  component: lazyRouteComponent(() => import('../screens/coupons/CouponsPage'), 'CouponsPage'),
})

const calendarRoute = page('/calendar', {
  permission: PLANNERS,
  search: calendarSearch,
  component: lazyRouteComponent(() => import('../screens/calendar/CalendarPage'), 'CalendarPage'),
})

const gamesRoute = page('/games', {
  permission: 'games.read',
  search: ({
    from,
    to,
    state,
    sort,
    query,
  }): { from?: string; to?: string; state: 'all' | 'standing_out' | 'off'; sort: 'bets' | 'title' | 'rounds' | 'actual'; query: string } => ({
    from: word(from),
    to: word(to),
    state: oneOf('all', 'standing_out', 'off')(state),
    sort: oneOf('bets', 'title', 'rounds', 'actual')(sort),
    query: word(query) ?? '',
  }),
  component: lazyRouteComponent(() => import('../screens/games/GamesPage'), 'GamesPage'),
})

const tablesRoute = page('/tables', {
  permission: 'games.read',
  search: ({ from, to }): { from?: string; to?: string } => ({ from: word(from), to: word(to) }),
  component: lazyRouteComponent(() => import('../screens/tables/TablesPage'), 'TablesPage'),
})

const tableRoundsRoute = page('/tables/$provider/$slug', {
  permission: 'games.read',
  component: lazyRouteComponent(() => import('../screens/tables/TableRoundsPage'), 'TableRoundsPage'),
})

const tableRoundRoute = page('/tables/rounds/$id', {
  permission: 'games.read',
  component: lazyRouteComponent(() => import('../screens/tables/TableRoundPage'), 'TableRoundPage'),
})

const reportsRoute = page('/reports', {
  permission: 'reports.read',
  search: reportSearch,
  component: lazyRouteComponent(() => import('../screens/reports/ReportsPage'), 'ReportsPage'),
})

const segmentsRoute = page('/segments', {
  permission: 'segments.manage',
  search: ({ state }) => ({ state: oneOf('used', 'archived')(state) }),
  component: lazyRouteComponent(() => import('../screens/segments/SegmentsPage'), 'SegmentsPage'),
})

const newSegmentRoute = page('/segments/new', {
  permission: 'segments.manage',
  component: lazyRouteComponent(() => import('../screens/segments/SegmentPage'), 'NewSegmentPage'),
})

const segmentRoute = page('/segments/$id', {
  permission: 'segments.manage',
  component: lazyRouteComponent(() => import('../screens/segments/SegmentPage'), 'SegmentPage'),
})

const massGiftsRoute = page('/mass-gifts', {
  permission: 'mass_gifts.manage',
  component: lazyRouteComponent(() => import('../screens/massGifts/MassGiftsPage'), 'MassGiftsPage'),
})

const massGiftRoute = page('/mass-gifts/$id', {
  permission: 'mass_gifts.manage',
  component: lazyRouteComponent(() => import('../screens/massGifts/MassGiftPage'), 'MassGiftPage'),
})

const operationsRoute = page('/operations', {
  permission: 'operations.read',
  component: lazyRouteComponent(() => import('../screens/operations/OperationsPage'), 'OperationsPage'),
})

const flagsRoute = page('/flags', {
  permission: 'content.read',
  component: lazyRouteComponent(() => import('../screens/flags/FlagsPage'), 'FlagsPage'),
})

const flagRoute = page('/flags/$name', {
  permission: 'content.read',
  component: lazyRouteComponent(() => import('../screens/flags/FlagPage'), 'FlagPage'),
})

const clientLogRoute = page('/client-log', {
  permission: 'operations.read',
  search: ({ level, period, query }): ClientLogFilter => ({
    level: LEVELS.find((known) => known === level),
    period: oneOf(...PERIODS)(period),
    query: word(query) ?? '',
  }),
  component: lazyRouteComponent(() => import('../screens/clientLog/ClientLogPage'), 'ClientLogPage'),
})

const logRoute = page('/log', {
  permission: 'log.read',
  search: ({ member, player }): { member?: string; player?: number } => ({ member: word(member), player: Number(word(player)) || undefined }),
  component: lazyRouteComponent(() => import('../screens/log/LogPage'), 'LogPage'),
})

const routeTree = rootRoute.addChildren([
  signInRoute,
  invitationRoute,
  memberRoute.addChildren([
    startRoute,
    payoutsRoute,
    payoutRoute,
    receiptRoute,
    adjustmentsRoute,
    documentsRoute,
    documentRoute,
    playersRoute,
    playerRoute,
    roundRoute,
    chatsRoute,
    chatRoute,
    notificationsRoute,
    segmentsRoute,
    newSegmentRoute,
    segmentRoute,
    massGiftsRoute,
    massGiftRoute,
    couponsRoute,
    gamesRoute,
    tablesRoute,
    tableRoundsRoute,
    tableRoundRoute,
    reportsRoute,
    operationsRoute,
    flagsRoute,
    flagRoute,
    clientLogRoute,
    staffRoute,
    rolesRoute,
    logRoute,
    paymentDeskRoute,
    settlementsRoute,
    coinsRoute,
    concernsRoute,
    sharedDevicesRoute,
    exclusionMatchesRoute,
    bonusAbuseRoute,
    calendarRoute,
    ...contentRoutes,
  ]),
])

/** The addresses of the office. */
export function createOfficeRouter(queryClient: QueryClient, history?: RouterHistory) {
  return createRouter({
    routeTree,
    history,
    context: { queryClient },
    defaultErrorComponent: ({ error, reset }) => (
      <main className="mx-auto max-w-xl px-4 py-16">
        <Failed error={error} isPage onRetry={reset} />
      </main>
    ),
    defaultNotFoundComponent: () => <State isPage icon="search" title={t('state.not_found')} text={t('state.not_found_text')} />,
    scrollRestoration: true,
    trailingSlash: 'never',
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createOfficeRouter>
  }
}
