import { createRoute, lazyRouteComponent, notFound, redirect } from '@tanstack/react-router'
import { withTexts } from '@/i18n/withTexts'
import { importWithRetry } from '@/platform/importWithRetry'
import { pageNumber } from './addresses'
import { switchedPage } from './addressTable'
import { requireOpen } from './guards'
import { lateLoaders } from './loaders'
import { rootRoute } from './root'

const lists = () => importWithRetry(withTexts(['catalogue', 'tournaments'], () => import('./tournaments/TournamentsPage')))

const arenaRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/arena',
  staticData: { title: 'tournaments.arena_title' },
  beforeLoad: (visit) => requireOpen(switchedPage('Arena'), visit),
  component: lazyRouteComponent(
    () => importWithRetry(withTexts(['catalogue', 'lootboxes', 'lotteries', 'loyalty', 'tournaments'], () => import('./tournaments/ArenaPage'))),
    'ArenaPage',
  ),
})

const leaderboardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/leaderboard',
  staticData: { title: 'leaderboard.title' },
  beforeLoad: (visit) => requireOpen(switchedPage('Leaderboard'), visit),
  component: lazyRouteComponent(
    () => importWithRetry(withTexts(['jackpots', 'lobby', 'lootboxes', 'tournaments'], () => import('./tournaments/LeaderboardPage'))),
    'LeaderboardPage',
  ),
})

const tournamentsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/tournaments',
  staticData: { title: 'tournaments.title' },
  beforeLoad: (visit) => requireOpen(switchedPage('Tournaments'), visit),
  component: lazyRouteComponent(lists, 'TournamentsPage'),
})

const allRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/tournaments/all',
  staticData: { title: 'tournaments.title' },
  beforeLoad: (visit) => requireOpen(switchedPage('All'), visit),
  component: lazyRouteComponent(lists, 'TournamentsPage'),
})

const producersRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/tournaments/producers',
  staticData: { title: 'tournaments.title' },
  beforeLoad: (visit) => requireOpen(switchedPage('Producers'), visit),
  component: lazyRouteComponent(lists, 'ProviderTournamentsPage'),
})

const archiveRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/tournaments/archive',
  staticData: { title: 'tournaments.title' },
  beforeLoad: (visit) => requireOpen(switchedPage('Archive'), visit),
  component: lazyRouteComponent(lists, 'FinishedTournamentsPage'),
})

const lotteriesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/tournaments/lotteries',
  staticData: { title: 'lottery.title' },
  beforeLoad: (visit) => requireOpen(switchedPage('Lottery'), visit),
  component: lazyRouteComponent(
    () => importWithRetry(withTexts(['lootboxes', 'lotteries', 'loyalty', 'tournaments'], () => import('./lotteries/LotteriesPage'))),
    'LotteriesPage',
  ),
})

const lotteryRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/lottery/$slug',
  beforeLoad: (visit) => requireOpen(switchedPage('LotteryPage'), visit),
  loader: async ({ context, params }) => (await lateLoaders()).loadLottery(context, params.slug),
  component: lazyRouteComponent(
    () => importWithRetry(withTexts(['fairness', 'lootboxes', 'lotteries', 'loyalty', 'tournaments'], () => import('./lotteries/LotteryPage'))),
    'LotteryPage',
  ),
})

const quests = () => importWithRetry(withTexts(['tournaments'], () => import('./tournaments/QuestsPage')))

const actionsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/tournaments/actions',
  staticData: { title: 'quests.title' },
  beforeLoad: (visit) => requireOpen(switchedPage('Action'), visit),
  component: lazyRouteComponent(quests, 'QuestsPage'),
})

const questsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/quests',
  staticData: { title: 'quests.title' },
  beforeLoad: (visit) => requireOpen(switchedPage('QuestsAlias'), visit),
  component: lazyRouteComponent(quests, 'QuestsPage'),
})

const questAliasRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/quests/$slug',
  beforeLoad: async (visit) => {
    await requireOpen(switchedPage('QuestPageAlias'), visit)
    throw redirect({ to: '/action/$slug', params: visit.params, replace: true })
  },
})

const runningQuestRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/action',
  beforeLoad: async (visit) => {
    await requireOpen(switchedPage('Quests'), visit)
    await (await lateLoaders()).loadRunningQuest(visit.context)
  },
})

const questRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/action/$slug',
  beforeLoad: (visit) => requireOpen(switchedPage('QuestPage'), visit),
  loader: async ({ context, params }) => (await lateLoaders()).loadQuest(context, params.slug),
  component: lazyRouteComponent(
    () => importWithRetry(withTexts(['catalogue', 'errors', 'jackpots', 'play', 'tournaments'], () => import('./tournaments/QuestPage'))),
    'QuestPage',
  ),
})

const achievementsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/tournaments/achievements',
  staticData: { title: 'achievements.title' },
  beforeLoad: (visit) => requireOpen(switchedPage('Achievements'), visit),
  component: lazyRouteComponent(
    () => importWithRetry(withTexts(['errors', 'tournaments'], () => import('./tournaments/AchievementsPage'))),
    'AchievementsPage',
  ),
})

const TournamentPage = lazyRouteComponent(
  () =>
    importWithRetry(
      withTexts(['catalogue', 'errors', 'jackpots', 'lootboxes', 'lotteries', 'play', 'tournaments'], () => import('./tournaments/TournamentPage')),
    ),
  'TournamentPage',
)

const tournamentRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/tournaments/$slug',
  beforeLoad: (visit) => requireOpen(switchedPage('TournamentPage'), visit),
  loader: async ({ context, params }) => (await lateLoaders()).loadTournament(context, params.slug),
  component: TournamentPage,
})

/** The same page with more of its games. */
const tournamentGamesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/tournaments/$slug/$page',
  beforeLoad: async (visit) => {
    await requireOpen(switchedPage('TournamentGamesByPage'), visit)
    const { slug } = visit.params
    const page = pageNumber(visit.params.page)
    if (page === undefined) throw notFound()
    if (page === 1) throw redirect({ to: '/tournaments/$slug', params: { slug }, replace: true })
  },
  loader: async ({ context, params }) => (await lateLoaders()).loadTournament(context, params.slug),
  component: TournamentPage,
})

/** The pages of competitions. */
export const tournamentRoutes = [
  arenaRoute,
  leaderboardRoute,
  tournamentsRoute,
  allRoute,
  producersRoute,
  archiveRoute,
  lotteriesRoute,
  lotteryRoute,
  actionsRoute,
  achievementsRoute,
  questsRoute,
  questAliasRoute,
  runningQuestRoute,
  questRoute,
  tournamentRoute,
  tournamentGamesRoute,
] as const
