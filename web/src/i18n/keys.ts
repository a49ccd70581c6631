import type { english } from './english'

/** Every text of the site. English is the source: a key that is missing there does not compile. */
export type MessageKey = keyof typeof english

/**
 * The files of texts that the site loads; `shell` comes with every page, and each of the others with the parts of the site that
 * use it.
 */
export type Namespace =
  | 'adventures'
  | 'auth'
  | 'cashbox'
  | 'catalogue'
  | 'chat'
  | 'content'
  | 'errors'
  | 'fairness'
  | 'game'
  | 'gifts'
  | 'jackpots'
  | 'limits'
  | 'lobby'
  | 'lootboxes'
  | 'lotteries'
  | 'loyalty'
  | 'notifications'
  | 'play'
  | 'privacy'
  | 'profile'
  | 'routes'
  | 'security'
  | 'shell'
  | 'tournaments'
  | 'verification'
  | 'visit'
