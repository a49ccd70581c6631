/** The shapes of the HTTP API that the site reads. Money is an integer of subunits (`*_cents`); times are RFC 3339 UTC. */

export interface Player {
  id: number
  user_id?: string
  email: string
  nickname: string | null
  first_name: string | null
  last_name: string | null
  gender: string | null
  date_of_birth: string | null
  country: string | null
  state: string | null
  city: string | null
  address: string | null
  postal_code: string | null
  mobile_phone: string | null
  receive_promos: boolean
  receive_sms_promos: boolean
  currency: string | null
  language: string | null
  locale: string | null
  statuses: PlayerStatus[]
  auth_fields_missed: string[]
  confirmed_at: string | null
  created_at: string
  current_sign_in_at: string | null
  verified: boolean
  license_name: string | null
}

export interface PlayerStatus {
  id: string
  name: string
}

/** A wallet. */
export interface Account {
  currency: string
  amount_cents: number
  available_to_cashout_cents: number
  active: boolean
}

export interface Settings {
  realtime: {
    url: string
    user_channel_id: string | null
    token: string
    subscription_tokens?: Record<string, string>
  }
  recaptcha_key: string | null
  captcha: 'altcha' | 'none'
  games_page_size: number
}

export interface ClientContext {
  country: string | null
  licence: string
  locale: string
  is_restricted: boolean
  host: string
  brand: string
}

export interface Currency {
  code: string
  fiat: boolean
  subunits_to_unit: number
  enabled: boolean
}

export interface Country {
  code: string
  currency: string
  restricted: boolean
}

export interface Locale {
  code: string
  default: boolean
}

export interface Licence {
  code: string
  name: string
  minimum_age: number
}

export interface Project {
  name: string
  licences: Licence[]
  support_email: string
  hosts: string[]
  features: Record<string, boolean>
}

export type Volatility = 'low' | 'medium' | 'high'

export interface GameBadge {
  type: string
  theme: string
}

export interface Game {
  id: number
  /** `{provider}/{slug}`, unique over all games. */
  identifier: string
  title: string
  name: string
  slug: string
  seo_title: string
  provider: string
  categories: string[]
  collections: Record<string, number>
  badges: GameBadge[]
  /** Image path with `{width}` and `{format}` to be filled in. */
  preview: string
  /** Tiny blurred picture as a data address. */
  placeholder: string | null
  /** The theme's colour, shown while the picture loads. */
  accent: string
  currencies: Record<string, unknown>
  has_demo_mode: boolean
  /** Return to player in percent, computed exactly from the game's maths. */
  rtp: string | null
  volatility: Volatility | null
  /** Highest win of one round as a multiple of the stake. */
  max_win_x: number | null
  /** Share of rounds with a win, in percent. */
  hit_rate: string | null
  mechanics: string[]
}

export interface Pagination {
  current_page: number
  next_page: number | null
  total_pages: number
  total_count: number
}

export interface Page<Item> {
  data: Item[]
  pagination: Pagination
}

export interface Provider {
  id: string
  title: string
  games_count: number
  logo?: string
}

export interface Collection {
  id: string
  title: string
  games_count: number
}

export interface RecentWin {
  user_name: string
  game: { identifier: string; title: string; preview: string }
  amount_cents: number
  currency: string
  created_at: string
}

export type LaunchMode = 'real' | 'demo'

export interface Launch {
  launch_url: string
  session_id: string
  mode: LaunchMode
  currency: string
}

export type PaymentState =
  | 'pending'
  | 'reserved'
  | 'processing'
  | 'succeeded'
  | 'declined'
  | 'rejected'
  | 'canceled'
  | 'recalled'

export interface Payment {
  id: string
  action: 'deposit' | 'cashout'
  state: PaymentState
  amount_cents: number
  currency: string
  brand: string
  payment_method_id: string
  recallable: boolean
  created_at: string
  finished_at: string | null
  redirect_url: string | null
  error_code: string | null
}

export interface AmountRange {
  min_cents: number
  max_cents: number | null
  /** An amount has to be a multiple of it; left out where any amount does. */
  step_cents?: number
}

export interface PaymentMethod {
  id: string
  currency: string
  brand: string
  provider: string
  type: 'card' | 'crypto'
  title: string
  savedProfiles: { id: string; masked: string; brand: string }[]
  image: string
  recallable: boolean
  processingTime: string
  fee: number
  deposit: AmountRange
  withdrawal: AmountRange
  network: string | null
}

/** What the `balance` channel carries. */
export interface BalanceFrame {
  currency: string
  amount_cents: number
  available_to_cashout_cents: number
  seq: number
}
