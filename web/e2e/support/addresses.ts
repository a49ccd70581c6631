/** Every public address whose page differs from the others, as a guest meets it. Modals lie over the lobby. */
export const GUEST_ADDRESSES = [
  '/',
  '/pokies/all',
  '/producers',
  '/producers/northlight',
  '/play/northlight/solar-sails',
  '/live/all',
  '/promotions',
  '/promo/game-of-the-season',
  '/popup/support',
  '/news',
  '/news/check-any-round',
  '/support',
  '/payments',
  '/responsible-gaming',
  '/terms-and-conditions',
  '/faq',
  '/de/cookie-policy',
  '/oops',
  '/no-such-page',
  '/sign-in',
  '/sign-up',
] as const

/** Every address that only a player may open. */
export const PLAYER_ADDRESSES = [
  '/deposit',
  '/withdraw',
  '/popup/profile-data',
  '/popup/currency-select',
  '/dashboard',
  '/favorite-games',
  '/profile',
  '/profile/wallets',
  '/profile/games-history',
  '/profile/fairness',
] as const

/** What looks different for a player who has paid in, played and chosen favourites. */
export const SEASONED_ADDRESSES = [
  '/',
  '/play/northlight/solar-sails',
  '/deposit',
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
