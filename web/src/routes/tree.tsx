import { createRoute, lazyRouteComponent, notFound, redirect } from '@tanstack/react-router'
import { RETURN_PATH } from '@/features/cashbox/model/returnMessage'
import type { GamesFilter } from '@/features/catalogue/api/games'
import { withTexts } from '@/i18n/withTexts'
import { importWithRetry } from '@/platform/importWithRetry'
import { categoriesShown, categoryPath, pageNumber } from './addresses'
import { adventuresRoute } from './adventureRoutes'
import { ALIASES, ENTRIES, MOVED, SWITCHED_PAGES, switchedPage, type SwitchedPage } from './addressTable'
import { enterFor, requireFlagRights, requireOpen, requirePlayer, requireSports, requireWithinLimits } from './guards'
import { lateLoaders, loadCategory, loadFurther, loadGame, loadNamed, loadOwnTexts, loadProducer, loadProducers, loadShortGame, loadText } from './loaders'
import { lootboxRoutes } from './lootboxRoutes'
import { loyaltyRoutes } from './loyaltyRoutes'
import { mailRoutes } from './mailRoutes'
import { openOverPage } from './modals'
import { profileRoutes } from './profileRoutes'
import { rootRoute } from './root'
import { tournamentRoutes } from './tournamentRoutes'

const lobbyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  staticData: { title: 'title.lobby_page' },
  component: lazyRouteComponent(() => importWithRetry(withTexts(['catalogue', 'lobby'], () => import('./lobby/LobbyPage'))), 'LobbyPage'),
})

/** An address that leads to another one for good, with its query. */
function forward<const Path extends string>(path: Path, to: (params: Record<string, string>) => string) {
  return createRoute({
    getParentRoute: () => rootRoute,
    path,
    beforeLoad: ({ params, search }) => {
      throw redirect({ to: to(params) as '/', search, replace: true })
    },
  })
}

/** Every path below `path` stands for the same path below `target`. */
const aliasOf = ([path, target]: [string, string]) => [forward(path, () => target), forward(`${path}/$`, ({ _splat }) => `${target}/${_splat}`)]

/** A way to sign in or up that comes back to another page. */
const entryRoute = ([path, entry]: [string, { to: string; back: string }]) =>
  createRoute({ getParentRoute: () => rootRoute, path, beforeLoad: (visit) => enterFor(entry, visit) })

/** Routes from the table of addresses: nothing links to them by type. */
function untyped(routes: unknown[]): [] {
  return routes as []
}

const CategoryPage = lazyRouteComponent(
  () => importWithRetry(withTexts(['catalogue', 'content', 'jackpots', 'play'], () => import('./catalogue/CategoryPage'))),
  'CategoryPage',
)
const ProducerPage = lazyRouteComponent(
  () => importWithRetry(withTexts(['catalogue', 'jackpots', 'play'], () => import('./catalogue/ProducerPage'))),
  'ProducerPage',
)

/** A list of one category; `$page` is where it starts. */
function categoryRoute<const Path extends string>(path: Path) {
  return createRoute({
    getParentRoute: () => rootRoute,
    path,
    loader: ({ context, params }) => loadCategory(context, (params as { slug: string }).slug),
    component: CategoryPage,
  })
}

interface Paged {
  component: typeof CategoryPage
  load: typeof loadCategory
  filterOf: (slug: string, pathname: string) => GamesFilter
}

const OF_CATEGORY: Paged = { component: CategoryPage, load: loadCategory, filterOf: (slug, pathname) => ({ categories: categoriesShown(slug, pathname) }) }
const OF_PRODUCER: Paged = { component: ProducerPage, load: loadProducer, filterOf: (slug) => ({ providers: [slug] }) }

/** A further page of a list. */
function pagedRoute<const Path extends string>(path: Path, { component, load, filterOf }: Paged) {
  return createRoute({
    getParentRoute: () => rootRoute,
    path,
    component,
    loader: async ({ context, params, location }) => {
      const { slug, page } = params as unknown as { slug: string; page: string }
      await Promise.all([load(context, slug), loadFurther(context, filterOf(slug, location.pathname), Number(page))])
    },
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
  loader: ({ context }) => loadProducers(context),
  component: lazyRouteComponent(
    () => importWithRetry(withTexts(['catalogue', 'jackpots', 'play'], () => import('./catalogue/ProducersPage'))),
    'ProducersPage',
  ),
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
  component: lazyRouteComponent(
    () => importWithRetry(withTexts(['catalogue', 'jackpots', 'play'], () => import('./catalogue/FavouritesPage'))),
    'FavouritesPage',
  ),
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
  beforeLoad: async ({ context, location, search, preload }) => {
    if (search.mode !== 'real') return
    await requirePlayer({ context, location })
    await requireWithinLimits({ context, preload })
  },
  loader: ({ context, params }) => loadGame(context, params.producer, params.name),
  component: lazyRouteComponent(
    () => importWithRetry(withTexts(['cashbox', 'catalogue', 'errors', 'jackpots', 'limits', 'play', 'profile'], () => import('./play/GamePage'))),
    'GamePage',
  ),
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
  component: lazyRouteComponent(() => importWithRetry(withTexts(['cashbox'], () => import('./info/PaymentsPage'))), 'PaymentsPage'),
})

const responsibleRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/responsible-gaming',
  staticData: { title: 'nav.responsible' },
  loader: ({ context }) => loadOwnTexts(context),
  component: lazyRouteComponent(() => importWithRetry(withTexts(['content', 'limits'], () => import('./info/ResponsiblePage'))), 'ResponsiblePage'),
})

/** A page of the operator's own text for one country or licence. */
function textRoute<const Path extends string>(path: Path) {
  return createRoute({
    getParentRoute: () => rootRoute,
    path,
    loader: ({ context, location }) => loadText(context, location.pathname),
    component: lazyRouteComponent(() => importWithRetry(withTexts(['content', 'lobby'], () => import('./info/TextPage'))), 'TextPage'),
  })
}

/** An address of one part: a page of the operator's own text, or else a jackpot. */
const namedRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/$text',
  loader: ({ context, location }) => loadNamed(context, location.pathname),
  component: lazyRouteComponent(() => importWithRetry(withTexts(['content', 'lobby'], () => import('./info/NamedPage'))), 'NamedPage'),
})

const oopsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/oops',
  staticData: { title: 'oops.title' },
  component: lazyRouteComponent(() => importWithRetry(() => import('./info/OopsPage')), 'OopsPage'),
})

/** The address of a modal: opens it over the page on show. */
function modalRoute<const Path extends string>(path: Path) {
  return createRoute({ getParentRoute: () => rootRoute, path, beforeLoad: openOverPage })
}

/** A modal by its name; a name that no modal has is no address. */
const namedModalRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/popup/$name',
  beforeLoad: (visit) => {
    openOverPage(visit)
    throw notFound()
  },
})

/** A page that the operator does not have yet: it leads elsewhere, as one that is switched off does. */
const closedRoute = (page: SwitchedPage) => createRoute({ getParentRoute: () => rootRoute, path: page.path, beforeLoad: (visit) => requireOpen(page, visit) })

const supportRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/support',
  staticData: { title: 'shell.support' },
  loader: ({ context }) => loadOwnTexts(context),
  component: lazyRouteComponent(() => importWithRetry(withTexts(['chat', 'content', 'errors', 'profile'], () => import('./info/SupportPage'))), 'SupportPage'),
})

const newsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/news',
  staticData: { title: 'news.title' },
  component: lazyRouteComponent(() => importWithRetry(withTexts(['content'], () => import('./info/NewsPage'))), 'NewsPage'),
})

const articleRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/news/$article',
  loader: ({ context, params }) => loadText(context, `/news/${params.article}`),
  component: lazyRouteComponent(() => importWithRetry(withTexts(['content'], () => import('./info/ArticlePage'))), 'ArticlePage'),
})

const promotionsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/promotions',
  staticData: { title: 'promotions.title' },
  beforeLoad: (visit) => requireOpen(switchedPage('Promotions'), visit),
  component: lazyRouteComponent(
    () =>
      importWithRetry(
        withTexts(['catalogue', 'errors', 'gifts', 'jackpots', 'play', 'profile', 'routes', 'tournaments'], () => import('./info/PromotionsPage')),
      ),
    'PromotionsPage',
  ),
})

const promoRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/promo/$slug',
  beforeLoad: (visit) => requireOpen(switchedPage('PromoPage'), visit),
  loader: ({ context, params }) => loadText(context, `/promo/${params.slug}`),
  component: lazyRouteComponent(() => importWithRetry(withTexts(['content'], () => import('./info/PromoPage'))), 'PromoPage'),
})

const parSheetRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/par/$slug',
  staticData: { title: 'par.title' },
  loader: async ({ context, params }) => (await lateLoaders()).loadParSheet(context, params.slug),
  component: lazyRouteComponent(() => importWithRetry(withTexts(['play'], () => import('./info/ParSheetPage'))), 'ParSheetPage'),
})

const sharedReplayRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/replay/$token',
  staticData: { title: 'shared_replay.title' },
  component: lazyRouteComponent(() => importWithRetry(withTexts(['fairness', 'game', 'play'], () => import('./info/SharedReplayPage'))), 'SharedReplayPage'),
})

const bonusRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/bonus/$slug',
  beforeLoad: (visit) => requireOpen(switchedPage('SingleBonusPage'), visit),
  loader: async ({ context, params }) => (await lateLoaders()).loadBonus(context, params.slug),
  component: lazyRouteComponent(
    () => importWithRetry(withTexts(['catalogue', 'errors', 'gifts', 'jackpots', 'play'], () => import('./info/BonusPage'))),
    'BonusPage',
  ),
})

const bonusBalanceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/bonus-balance',
  staticData: { title: 'bonus_balance.title', requiresPlayer: true },
  beforeLoad: (visit) => requireOpen(switchedPage('BonusBalance'), visit),
  component: lazyRouteComponent(
    () => importWithRetry(withTexts(['cashbox', 'catalogue', 'errors', 'gifts', 'lootboxes'], () => import('./profile/GiftsRoutes'))),
    'BonusBalancePage',
  ),
})

const SportPage = lazyRouteComponent(() => importWithRetry(() => import('./sport/SportPage')), 'SportPage')

const sportRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sport',
  staticData: { title: 'nav.sport' },
  beforeLoad: (visit) => requireSports('bettingMain', visit),
  component: SportPage,
})

const sportSectionRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sport/$param',
  staticData: { title: 'nav.sport' },
  beforeLoad: (visit) => requireSports('bettingSection', visit),
  component: SportPage,
})

const flagsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/ffc',
  staticData: { title: 'flags.title' },
  beforeLoad: requireFlagRights,
  component: lazyRouteComponent(() => importWithRetry(withTexts(['routes'], () => import('@/features/flags/components/FlagsPage'))), 'FlagsPage'),
})

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
  ...untyped(Object.entries(MOVED).map(([path, to]) => forward(path, () => to))),
  ...untyped(Object.entries(ENTRIES).map(entryRoute)),
  ...untyped(Object.entries(ALIASES).flatMap(aliasOf)),
  forward('/categories/$slug', ({ slug = '' }) => categoryPath(slug)),
  categoryRoute('/pokies/$slug'),
  categoryRoute('/live/$slug'),
  categoryRoute('/games/$slug'),
  pagedRoute('/pokies/$slug/$page', OF_CATEGORY),
  pagedRoute('/live/$slug/$page', OF_CATEGORY),
  adventuresRoute,
  producersRoute,
  producerRoute,
  pagedRoute('/producers/$slug/$page', OF_PRODUCER),
  favouritesRoute,
  ...profileRoutes,
  gameRoute,
  shortGameRoute,
  paymentsRoute,
  responsibleRoute,
  oopsRoute,
  ...mailRoutes,
  supportRoute,
  newsRoute,
  articleRoute,
  promotionsRoute,
  promoRoute,
  parSheetRoute,
  sharedReplayRoute,
  bonusRoute,
  bonusBalanceRoute,
  ...loyaltyRoutes,
  ...tournamentRoutes,
  ...lootboxRoutes,
  sportRoute,
  sportSectionRoute,
  flagsRoute,
  modalRoute('/sign-in'),
  modalRoute('/login'),
  modalRoute('/sign-up'),
  modalRoute('/registration'),
  modalRoute('/remind'),
  modalRoute('/new-password'),
  modalRoute('/email-verify'),
  modalRoute('/cashbox'),
  modalRoute('/dashboard'),
  modalRoute('/deposit'),
  modalRoute('/deposit-bonus'),
  modalRoute('/deposit-fast'),
  modalRoute('/deposit/return'),
  modalRoute('/withdraw'),
  namedModalRoute,
  walletDepositRoute,
  paymentReturnRoute,
  ...untyped(SWITCHED_PAGES.filter(({ built }) => !built).map(closedRoute)),
  namedRoute,
  textRoute('/$text/$kind'),
])
