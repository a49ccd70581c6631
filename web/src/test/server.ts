import { HttpResponse, type JsonBodyType } from 'msw'
import { setupServer } from 'msw/node'
import type { PathsOf } from '@/api/client'
import type { paths } from '@/api/schema'
import type { Account, ClientContext, Payment, PaymentMethod, PaymentTerms, Player } from '@/api/types'
import { http } from './http'
import { aGame } from './games'

/** What the server knows of a visitor, with what a test says of it. */
export function aContext(changes: Partial<ClientContext> = {}): ClientContext {
  return {
    country: 'EE',
    region: null,
    licence: 'CW',
    locale: 'en',
    is_restricted: false,
    host: 'localhost',
    sport_host: null,
    brand: 'Borealis',
    currency: 'EUR',
    affb_id: null,
    stag: null,
    ...changes,
  }
}

/** What a call answers, except for what a test is not about: a name or a type that the server does not know does not compile. */
type Mock<Shape> = Shape extends readonly (infer Item)[] ? Mock<Item>[] : Shape extends object ? { [Name in keyof Shape]?: Mock<Shape[Name]> } : Shape

/** An address that a path of the description stands for. */
type AddressOf<Path> = Path extends `${infer Before}{${string}}${infer After}` ? `${Before}${string}${AddressOf<After>}` : Path

type Read<Path extends PathsOf<'GET'>> = paths[Path] extends { get: { responses: { 200: { content: infer Content } } } } ? Content[keyof Content] : never

/** What may be answered under `Address`. */
type MockAt<Address> = { [Path in PathsOf<'GET'>]: Address extends AddressOf<Path> ? Mock<Read<Path>> : never }[PathsOf<'GET'>]

const REFERENCE: { [Address in AddressOf<PathsOf<'GET'>>]?: MockAt<Address> } = {
  '/client-context': aContext(),
  '/api/player': {},
  '/api/auth_providers': [],
  '/api/player/auth_providers': [],
  '/api/player/accounts': [{ currency: 'EUR', amount_cents: 1250, bonus_amount_cents: 0, available_to_cashout_cents: 1250, active: true, seq: 0 }],
  '/api/player/level_gifts': [],
  '/api/player/comp_points': { chargeable: { points: 0 }, persistent: { points: 0 }, rates: [] },
  '/api/player/favorite_games': [],
  '/api/player/settings': {
    realtime: { url: '/connection/websocket', user_channel_id: null, token: 'none' },
    recaptcha_key: null,
    captcha: 'none',
    games_page_size: 40,
  },
  '/api/info/currencies': [{ code: 'EUR', fiat: true, subunits_to_unit: 100, enabled: true }],
  '/api/player/wallet_currencies': ['EUR'],
  '/api/fe/config/logo-config': { logoUrl: { mobile: '/media/mark.svg', full: '/media/logo.svg' } },
  '/api/fe/config/deposit-boxes': [],
  '/api/info/statuses': [],
  '/api/fairness/commitments': { number: 0, head: '0'.repeat(64), commitments: [] },
  '/api/info/countries': [{ code: 'EE', currency: 'EUR', restricted: false }],
  '/api/info/locales': [{ code: 'en', default: true }],
  '/api/info/project': {
    name: 'Borealis',
    licences: [
      {
        code: 'CW',
        name: 'Curaçao',
        minimum_age: 18,
        holder: { company: 'Example N.V.', number: 'EX-1', validator: 'https://validator.example/EX-1' },
        limits: { delay_hours: 24 },
        footer: { icons: [], payments: [] },
      },
    ],
    support_email: 'support@example.com',
    hosts: [],
    features: { rocketChance: true },
    variants: {},
    has_own_variants: false,
    special_slots: {},
    adventures_groups: [],
    deposit_limit_blocks_play: true,
    support: { hours: '24/7', phone: null },
    social: [],
  },
  '/api/info/player_fields': { contexts: { registration: [] }, fields: [] },
  '/api/payment_methods': [],
  '/api/player/coin_addresses': [],
  '/api/player/coin_arrivals': { data: [] },
  '/api/tournaments': [],
  '/api/jackpots': [],
  '/api/games/jackpots': {},
  '/api/fe/config/banners-config': [],
  '/api/fe/config/menu-categories-games': [{ id: 'pokies', title: 'nav.pokies', icon: 'pokies', path: '/pokies/slots', group_ids: [] }],
  '/api/fe/config/manage-promotion-pages': {},
  '/api/fe/config/betting-config': [],
  '/api/fe/config/excluded-promo-stags': [],
  '/api/fe/config/currency-config': { displayMap: { NOK: 'USD', PLN: 'USD', JPY: 'USD' } },
  '/api/fe/config/modify-gifts-config': {},
  '/api/fe/config/disabled-bonuses': { group_keys: [] },
  '/api/player/stats': [],
  '/api/player/bonuses': [],
  '/api/player/freespins': [],
  '/api/player/cashback': [],
  '/api/v2/bonuses': [],
  '/api/player/lootboxes': [],
  '/api/bonuses/deposit': [],
  '/api/fe/config/additional-gifts': [],
  '/api/bonuses/registration': [],
  '/api/bonuses/offers': [],
  '/api/player/notices': [],
  '/api/player/shared_replays': { shared: [], max: 20 },
  '/api/player/notifications': [],
  '/api/subscriptions': { receive_promos: false, receive_sms_promos: false },
  '/api/user_limits': [],
  '/api/chat': { provider: 'built_in', script_url: null, group: 1, hours: { is_open: true, opens_at: null, closes_at: null }, conversation: null },
  '/api/cms/pages': [],
  '/api/cms/files': [],
  '/api/cms/help': [],
  '/api/cms/snippets': [],
  '/api/player/payments': { data: [], pagination: { current_page: 1, next_page: null, total_pages: 0, total_count: 0 } },
  '/api/games/providers': [{ id: 'northlight', title: 'Northlight', games_count: 1 }],
  '/api/games/collections': [{ id: 'new', title: 'New', games_count: 1 }],
  '/api/games/recent_wins': [],
  '/api/games/northlight/solar-sails': aGame(),
}

/** The server as a guest sees it. Tests change single answers; a call that nobody answers is an error. */
export const server = setupServer(
  ...Object.entries(REFERENCE).map(([path, answer]) => http.untyped.get(path, () => HttpResponse.json(answer as JsonBodyType))),
  http.post('/api/games_filter', () =>
    HttpResponse.json({ data: [aGame()], pagination: { current_page: 1, next_page: null, total_pages: 1, total_count: 1 } }),
  ),
)

/** Makes `GET address` answer so for the rest of the test. */
export function answers<Address extends AddressOf<PathsOf<'GET'>>>(address: Address, answer: MockAt<Address>): void {
  server.use(http.untyped.get(address, () => HttpResponse.json(answer as JsonBodyType)))
}

/** A signed-in player, as the server tells it, with anything changed that a test is about. */
export function aPlayer(changes: Partial<Player> = {}): Player {
  return {
    id: 7,
    user_id: 7,
    email: 'ada@example.com',
    nickname: 'ada',
    nick_name: 'ada',
    first_name: null,
    last_name: null,
    gender: null,
    date_of_birth: null,
    mobile_phone: null,
    profession: null,
    address: null,
    city: null,
    state: null,
    postal_code: null,
    country: '',
    currency: 'EUR',
    language: 'en',
    locale: 'en',
    license_name: 'CW',
    created_at: '2026-01-01T00:00:00.000Z',
    confirmed_at: null,
    current_sign_in_at: null,
    statuses: [],
    auth_fields_missed: [],
    receive_promos: false,
    receive_sms_promos: false,
    verified: false,
    sumsub_verified: false,
    two_factor_enabled: false,
    autoregistered: false,
    autologin_link: null,
    can_issue_bonuses: true,
    deposit_bonus_code: null,
    sow_questionnaire_expires_at: null,
    ...changes,
  }
}

export const A_PLAYER = aPlayer()

/** A wallet with 12.50 in it, with anything changed that a test is about. */
export function aWallet(changes: Partial<Account> = {}): Account {
  return { currency: 'EUR', amount_cents: 1_250, bonus_amount_cents: 0, available_to_cashout_cents: 1_250, active: true, seq: 0, ...changes }
}

/** A deposit that waits, with anything changed that a test is about. */
export function aPayment(changes: Partial<Payment> = {}): Payment {
  return {
    id: 'p1',
    action: 'deposit',
    state: 'pending',
    amount_cents: changes.amount_cents ?? 5_000,
    requested_cents: changes.amount_cents ?? 5_000,
    fee_cents: 0,
    confirmations: 0,
    confirmations_needed: 0,
    currency: 'EUR',
    brand: 'visa_mastercard',
    payment_method_id: 'visa_mastercard',
    recallable: false,
    recallable_until: null,
    cancelable: true,
    created_at: '2026-01-01T12:00:00.000Z',
    finished_at: null,
    redirect_url: null,
    error_code: null,
    ...changes,
  }
}

/** A card to pay with, with anything changed that a test is about. */
/** What costs nothing and takes no time. */
export const FREE: PaymentTerms = { fixed_cents: 0, basis_points: 0, min_cents: 0, max_cents: null, hours: 0 }

export function aMethod(changes: Partial<PaymentMethod> = {}): PaymentMethod {
  return {
    id: 'card',
    currency: 'EUR',
    brand: 'visa_mastercard',
    provider: 'northpay',
    type: 'card',
    title: 'Card',
    savedProfiles: [],
    image: '',
    recallable: true,
    returnsCents: 0,
    processingTime: 'instant',
    depositTerms: FREE,
    withdrawalTerms: FREE,
    network: null,
    deposit: { min_cents: 1_000, max_cents: 500_000, step_cents: 1 },
    withdrawal: { min_cents: 1_000, max_cents: 500_000, step_cents: 1 },
    ...changes,
  }
}
