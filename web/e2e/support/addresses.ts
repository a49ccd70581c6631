/** Pages that change with the clock: which race runs, comes or is over. They are read with axe, and not compared. */
export const BY_THE_CLOCK: readonly string[] = [
  '/tournaments',
  '/tournaments/archive',
  '/tournaments/actions',
  '/tournaments/achievements',
  '/arena',
  '/leaderboard',
  '/promotions',
  '/rocketplay-vipclub',
]

/** Every public address whose page differs from the others, as a guest meets it. Modals lie over the lobby. */
export const GUEST_ADDRESSES = [
  '/',
  '/pokies/all',
  '/producers',
  '/producers/northlight',
  '/play/northlight/solar-sails',
  '/live/all',
  '/promotions',
  '/rocket-mart',
  '/rocket-mart/freespins',
  '/bonus/welcome',
  '/par/solar-sails',
  '/leaderboard',
  '/rocketplay-vipclub',
  '/promo/game-of-the-season',
  '/tournaments',
  '/tournaments/archive',
  '/tournaments/actions',
  '/tournaments/achievements',
  '/arena',
  '/popup/support',
  '/news',
  '/news/check-any-round',
  '/support',
  '/payments',
  '/responsible-gaming',
  '/terms-and-conditions',
  '/faq',
  '/de/cookie-policy',
  '/profile/limits/confirm',
  '/oops',
  '/no-such-page',
  '/sign-in',
  '/sign-up',
  '/remind',
  '/new-password?reset_password_token=made-up',
  '/confirmation?confirmation_token=made-up',
  '/autologin?token=made-up',
  '/sign-in-return?state=made-up&error=access_denied',
  '/unsubscribe?token=made-up',
  '/subscription?token=made-up',
] as const

/** Every address that only a player may open. */
export const PLAYER_ADDRESSES = [
  '/email-verify',
  '/new-password',
  '/deposit',
  '/deposit-bonus',
  '/withdraw',
  '/popup/profile-data',
  '/popup/currency-select',
  '/dashboard',
  '/favorite-games',
  '/bonus-balance',
  '/profile',
  '/profile/gifts',
  '/profile/promocode',
  '/profile/wallets',
  '/profile/payments',
  '/profile/games-history',
  '/profile/fairness',
  '/profile/security',
  '/profile/verification',
  '/profile/limits',
  '/profile/level',
  '/popup/limits',
  '/profile/wealth',
  '/profile/privacy',
] as const

/** What looks different for a player who has paid in, played and chosen favourites. */
export const ADDRESSES_WITH_HISTORY = [
  '/',
  '/play/northlight/solar-sails',
  '/deposit',
  '/deposit-fast',
  '/withdraw',
  '/dashboard',
  '/favorite-games',
  '/profile',
  '/profile/wallets',
  '/profile/games-history',
  '/profile/fairness',
] as const

/** The screens that the site is drawn for. */
export const SCREENS = {
  phone: { width: 390, height: 844 },
  tablet: { width: 820, height: 1180 },
  desktop: { width: 1440, height: 900 },
} as const

export type Screen = keyof typeof SCREENS
