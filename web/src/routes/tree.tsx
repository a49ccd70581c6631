import { createRoute, lazyRouteComponent, notFound, redirect } from '@tanstack/react-router'
import { RETURN_PATH } from '@/features/cashbox/model/returnMessage'
import { pageNumber } from './addresses'
import { requirePlayer } from './guards'
import { loadCategory, loadGame, loadProducer, loadShortGame, loadText } from './loaders'
import { openOverPage } from './modals'
import { rootRoute } from './root'

const lobbyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  staticData: { title: 'title.lobby_page' },
  component: lazyRouteComponent(() => import('./lobby/LobbyPage'), 'LobbyPage'),
})

/** An address that leads to another one for good. */
function forward<const Path extends string>(path: Path, to: (params: Record<string, string>) => string) {
  return createRoute({
    getParentRoute: () => rootRoute,
    path,
    beforeLoad: ({ params, search }) => {
      throw redirect({ to: to(params) as '/', search, replace: true })
    },
  })
}

const CategoryPage = lazyRouteComponent(() => import('./catalogue/CategoryPage'), 'CategoryPage')
const ProducerPage = lazyRouteComponent(() => import('./catalogue/ProducerPage'), 'ProducerPage')

/** A list of one category; `$page` is where it starts. */
function categoryRoute<const Path extends string>(path: Path) {
  return createRoute({
    getParentRoute: () => rootRoute,
    path,
    loader: ({ context, params }) => loadCategory(context, (params as { slug: string }).slug),
    component: CategoryPage,
  })
}

function pagedRoute<const Path extends string>(path: Path, component: typeof CategoryPage, load: typeof loadCategory) {
  return createRoute({
    getParentRoute: () => rootRoute,
    path,
    component,
    loader: ({ context, params }) => load(context, (params as unknown as { slug: string }).slug),
    beforeLoad: ({ params, location }) => {
      const page = pageNumber((params as { page: string }).page)
      if (page === undefined) throw notFound()
      if (page === 1) throw redirect({ to: location.pathname.replace(/\/1$/, '') as '/', replace: true })
    },
  })
}

const producersRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/producers',
  staticData: { title: 'nav.providers' },
  component: lazyRouteComponent(() => import('./catalogue/ProducersPage'), 'ProducersPage'),
})

const producerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/producers/$slug',
  loader: ({ context, params }) => loadProducer(context, params.slug),
  component: ProducerPage,
})

const favouritesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/favorite-games',
  staticData: { title: 'nav.favorites', requiresPlayer: true },
  beforeLoad: requirePlayer,
  component: lazyRouteComponent(() => import('./catalogue/FavouritesPage'), 'FavouritesPage'),
})

export interface GameSearch {
  mode?: 'real' | 'demo'
}

function gameMode(search: Record<string, unknown>): GameSearch {
  return search.mode === 'real' || search.mode === 'demo' ? { mode: search.mode } : {}
}

const gameRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/play/$producer/$name',
  staticData: { frame: 'game' },
  validateSearch: gameMode,
  beforeLoad: async ({ context, location, search }) => {
    if (search.mode === 'real') await requirePlayer({ context, location })
  },
  loader: ({ context, params }) => loadGame(context, params.producer, params.name),
  component: lazyRouteComponent(() => import('./play/GamePage'), 'GamePage'),
})

/** `/play/{slug}`: a short address, which leads on to the full one. */
const shortGameRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/play/$slug',
  loader: ({ context, params }) => loadShortGame(context, params.slug),
})

const paymentsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/payments',
  staticData: { title: 'nav.payments' },
  component: lazyRouteComponent(() => import('./info/PaymentsPage'), 'PaymentsPage'),
})

const responsibleRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/responsible-gaming',
  staticData: { title: 'nav.responsible' },
  component: lazyRouteComponent(() => import('./info/ResponsiblePage'), 'ResponsiblePage'),
})

/** A page of the house's own text, for everybody or for one country or licence. */
function textRoute<const Path extends string>(path: Path) {
  return createRoute({
    getParentRoute: () => rootRoute,
    path,
    loader: ({ context, location }) => loadText(context, location.pathname),
    component: lazyRouteComponent(() => import('./info/TextPage'), 'TextPage'),
  })
}

const oopsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/oops',
  staticData: { title: 'oops.title' },
  component: lazyRouteComponent(() => import('./info/OopsPage'), 'OopsPage'),
})

const profileRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'profile',
  staticData: { requiresPlayer: true },
  beforeLoad: requirePlayer,
  component: lazyRouteComponent(() => import('./profile/ProfileLayout'), 'ProfileLayout'),
})

const personalDataRoute = createRoute({
  getParentRoute: () => profileRoute,
  path: '/profile',
  staticData: { title: 'profile.title' },
  component: lazyRouteComponent(() => import('./profile/pages'), 'ProfilePage'),
})

const walletsRoute = createRoute({
  getParentRoute: () => profileRoute,
  path: '/profile/wallets',
  staticData: { title: 'profile.wallets' },
  component: lazyRouteComponent(() => import('./profile/pages'), 'WalletsPage'),
})

const gamesHistoryRoute = createRoute({
  getParentRoute: () => profileRoute,
  path: '/profile/games-history',
  staticData: { title: 'profile.history' },
  component: lazyRouteComponent(() => import('./profile/pages'), 'GamesHistoryPage'),
})

export interface FairnessSearch {
  /** Id of the round to check. */
  round?: string
}

const fairnessRoute = createRoute({
  getParentRoute: () => profileRoute,
  path: '/profile/fairness',
  staticData: { title: 'fairness.title' },
  validateSearch: (search: Record<string, unknown>): FairnessSearch =>
    typeof search.round === 'string' ? { round: search.round } : {},
  component: lazyRouteComponent(() => import('./profile/FairnessRoute'), 'FairnessRoute'),
})

/** The address of a modal: opens it over the page on show. */
function modalRoute<const Path extends string>(path: Path) {
  return createRoute({ getParentRoute: () => rootRoute, path, beforeLoad: openOverPage })
}

/** The deposit of one wallet, named by its currency. */
const walletDepositRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/accounts/$currency/deposit',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/deposit', search: { currency: params.currency } as object, replace: true })
  },
})

/** Where the partner sends the player's browser: the end screen, over whatever page there is. */
const paymentReturnRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: RETURN_PATH,
  beforeLoad: ({ location }) => {
    const { payment } = location.search as { payment?: string }
    throw redirect({ to: '/deposit/return', search: { payment } as object, replace: true })
  },
})

export const routeTree = rootRoute.addChildren([
  lobbyRoute,
  forward('/slots', () => '/pokies/all'),
  forward('/pokies', () => '/pokies/all'),
  forward('/live', () => '/live/all'),
  forward('/categories/$slug', ({ slug }) => `/pokies/${slug}`),
  forward('/accounts/history', () => '/'),
  categoryRoute('/pokies/$slug'),
  categoryRoute('/live/$slug'),
  categoryRoute('/games/$slug'),
  pagedRoute('/pokies/$slug/$page', CategoryPage, loadCategory),
  pagedRoute('/live/$slug/$page', CategoryPage, loadCategory),
  producersRoute,
  producerRoute,
  pagedRoute('/producers/$slug/$page', ProducerPage, loadProducer),
  favouritesRoute,
  profileRoute.addChildren([personalDataRoute, walletsRoute, gamesHistoryRoute, fairnessRoute]),
  gameRoute,
  shortGameRoute,
  paymentsRoute,
  responsibleRoute,
  oopsRoute,
  modalRoute('/sign-in'),
  modalRoute('/login'),
  modalRoute('/sign-up'),
  modalRoute('/registration'),
  modalRoute('/cashbox'),
  modalRoute('/dashboard'),
  modalRoute('/deposit'),
  modalRoute('/deposit/return'),
  modalRoute('/withdraw'),
  walletDepositRoute,
  paymentReturnRoute,
  forward('/cashbox/dashboard', () => '/dashboard'),
  forward('/cashbox/deposit', () => '/deposit'),
  forward('/cashbox/withdraw', () => '/withdraw'),
  textRoute('/$text'),
  textRoute('/$text/$kind'),
])
