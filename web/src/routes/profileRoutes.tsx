import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { withTexts } from '@/i18n/withTexts'
import { importWithRetry } from '@/platform/importWithRetry'
import { requirePlayer } from './guards'
import { rootRoute } from './root'

const pages = () =>
  importWithRetry(withTexts(['cashbox', 'content', 'errors', 'fairness', 'lootboxes', 'loyalty', 'profile', 'visit'], () => import('./profile/pages')))
const limits = () => importWithRetry(withTexts(['auth', 'cashbox', 'errors', 'limits', 'profile'], () => import('./profile/LimitsRoutes')))
const gifts = () => importWithRetry(withTexts(['cashbox', 'catalogue', 'errors', 'gifts', 'lootboxes'], () => import('./profile/GiftsRoutes')))

const profileRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'profile',
  staticData: { requiresPlayer: true },
  beforeLoad: requirePlayer,
  component: lazyRouteComponent(
    () => importWithRetry(withTexts(['errors', 'loyalty', 'profile', 'verification'], () => import('./profile/ProfileLayout'))),
    'ProfileLayout',
  ),
})

const personalDataRoute = createRoute({
  getParentRoute: () => profileRoute,
  path: '/profile',
  staticData: { title: 'profile.title' },
  component: lazyRouteComponent(pages, 'ProfilePage'),
})

const walletsRoute = createRoute({
  getParentRoute: () => profileRoute,
  path: '/profile/wallets',
  staticData: { title: 'profile.wallets' },
  component: lazyRouteComponent(pages, 'WalletsPage'),
})

export interface PaymentsSearch {
  /** Id of the payment to show; without one the list. */
  payment?: string
}

const paymentsHistoryRoute = createRoute({
  getParentRoute: () => profileRoute,
  path: '/profile/payments',
  staticData: { title: 'profile.payments' },
  validateSearch: (search: Record<string, unknown>): PaymentsSearch => (typeof search.payment === 'string' ? { payment: search.payment } : {}),
  component: lazyRouteComponent(pages, 'PaymentsHistoryPage'),
})

export interface HistorySearch {
  /** Of which period the rounds are shown. */
  period?: string
  /** The game whose rounds are shown, by its identifier. */
  game?: string
  /** Counted from 1. */
  page?: string
}

const gamesHistoryRoute = createRoute({
  getParentRoute: () => profileRoute,
  path: '/profile/games-history',
  staticData: { title: 'profile.history' },
  validateSearch: ({ period, game, page }: Record<string, unknown>): HistorySearch => ({
    ...(typeof period === 'string' && { period }),
    ...(typeof game === 'string' && { game }),
    ...(typeof page === 'string' && { page }),
  }),
  component: lazyRouteComponent(pages, 'GamesHistoryPage'),
})

export interface FairnessSearch {
  /** Id of the round to check. */
  round?: string
}

const fairnessRoute = createRoute({
  getParentRoute: () => profileRoute,
  path: '/profile/fairness',
  staticData: { title: 'fairness.title' },
  validateSearch: (search: Record<string, unknown>): FairnessSearch => (typeof search.round === 'string' ? { round: search.round } : {}),
  component: lazyRouteComponent(
    () => importWithRetry(withTexts(['errors', 'fairness', 'game', 'profile'], () => import('./profile/FairnessRoute'))),
    'FairnessRoute',
  ),
})

const securityRoute = createRoute({
  getParentRoute: () => profileRoute,
  path: '/profile/security',
  staticData: { title: 'security.title' },
  component: lazyRouteComponent(
    () => importWithRetry(withTexts(['auth', 'errors', 'fairness', 'profile', 'security'], () => import('./profile/SecurityPage'))),
    'SecurityPage',
  ),
})

const verificationRoute = createRoute({
  getParentRoute: () => profileRoute,
  path: '/profile/verification',
  staticData: { title: 'verification.title' },
  component: lazyRouteComponent(() => importWithRetry(withTexts(['errors', 'verification'], () => import('./profile/VerificationPage'))), 'VerificationPage'),
})

const wealthRoute = createRoute({
  getParentRoute: () => profileRoute,
  path: '/profile/wealth',
  staticData: { title: 'wealth.title' },
  component: lazyRouteComponent(() => importWithRetry(withTexts(['errors', 'verification'], () => import('./profile/WealthPage'))), 'WealthPage'),
})

const privacyRoute = createRoute({
  getParentRoute: () => profileRoute,
  path: '/profile/privacy',
  staticData: { title: 'privacy.title' },
  component: lazyRouteComponent(() => importWithRetry(withTexts(['errors', 'privacy'], () => import('./profile/PrivacyPage'))), 'PrivacyPage'),
})

const completeRoute = createRoute({
  getParentRoute: () => profileRoute,
  path: '/profile/complete',
  staticData: { title: 'complete.title' },
  component: lazyRouteComponent(
    () => importWithRetry(withTexts(['auth', 'errors', 'fairness', 'profile'], () => import('./profile/CompletePage'))),
    'CompletePage',
  ),
})

const limitsRoute = createRoute({
  getParentRoute: () => profileRoute,
  path: '/profile/limits',
  staticData: { title: 'limits.title' },
  component: lazyRouteComponent(limits, 'LimitsPage'),
})

const giftsRoute = createRoute({
  getParentRoute: () => profileRoute,
  path: '/profile/gifts',
  staticData: { title: 'gifts.title' },
  component: lazyRouteComponent(gifts, 'GiftsPage'),
})

const promoCodeRoute = createRoute({
  getParentRoute: () => profileRoute,
  path: '/profile/promocode',
  staticData: { title: 'promocode.title' },
  component: lazyRouteComponent(gifts, 'PromoCodePage'),
})

const levelRoute = createRoute({
  getParentRoute: () => profileRoute,
  path: '/profile/level',
  staticData: { title: 'level.title' },
  component: lazyRouteComponent(() => importWithRetry(withTexts(['lootboxes', 'loyalty'], () => import('./profile/LevelPage'))), 'LevelPage'),
})

export interface ConfirmSearch {
  /** From the mail. */
  token?: string
}

/** Open to guests: the link of a mail is followed on any device. */
const limitConfirmRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/profile/limits/confirm',
  staticData: { title: 'limits.confirm_title' },
  validateSearch: (search: Record<string, unknown>): ConfirmSearch => (typeof search.token === 'string' ? { token: search.token } : {}),
  component: lazyRouteComponent(limits, 'LimitConfirmPage'),
})

/** The pages of an account. */
export const profileRoutes = [
  profileRoute.addChildren([
    personalDataRoute,
    giftsRoute,
    promoCodeRoute,
    walletsRoute,
    paymentsHistoryRoute,
    gamesHistoryRoute,
    fairnessRoute,
    securityRoute,
    verificationRoute,
    wealthRoute,
    privacyRoute,
    completeRoute,
    limitsRoute,
    levelRoute,
  ]),
  limitConfirmRoute,
] as const
