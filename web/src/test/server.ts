import { http, HttpResponse, type JsonBodyType } from 'msw'
import { setupServer } from 'msw/node'
import type { ClientContext } from '@/api/types'
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
    brand: 'Borealis',
    currency: 'EUR',
    affb_id: null,
    stag: null,
    ...changes,
  }
}

const REFERENCE: Record<string, JsonBodyType> = {
  '/client-context': aContext(),
  '/api/player': {},
  '/api/player/accounts': [{ currency: 'EUR', amount_cents: 1250, bonus_amount_cents: 0, available_to_cashout_cents: 1250, active: true }],
  '/api/player/favorite_games': [],
  '/api/player/settings': {
    realtime: { url: '/connection/websocket', user_channel_id: null, token: 'none' },
    recaptcha_key: null,
    captcha: 'none',
    games_page_size: 40,
  },
  '/api/info/currencies': [{ code: 'EUR', fiat: true, subunits_to_unit: 100, enabled: true }],
  '/api/fe/config/logo-config': { logoUrl: { mobile: '/media/mark.svg', full: '/media/logo.svg' } },
  '/api/info/countries': [{ code: 'EE', currency: 'EUR', restricted: false }],
  '/api/info/locales': [{ code: 'en', default: true }],
  '/api/info/project': { name: 'Borealis', licences: [{ code: 'CW', name: 'Curaçao', minimum_age: 18 }], support_email: 'support@example.com', hosts: [], features: {}, special_slots: {}, adventures_groups: [], support: { hours: '24/7', phone: null }, social: [] },
  '/api/info/player_fields': { contexts: { registration: [] }, fields: [] },
  '/api/payment_methods': [],
  '/api/fe/config/banners-config': [],
  '/api/fe/config/menu-categories-games': [{ id: 'pokies', title: 'nav.pokies', icon: 'pokies', path: '/pokies/all', group_ids: [] }],
  '/api/fe/config/manage-promotion-pages': {},
  '/api/fe/config/betting-config': [],
  '/api/fe/config/excluded-promo-stags': [],
  '/api/fe/config/currency-config': { displayMap: { NOK: 'USD', PLN: 'USD', JPY: 'USD' } },
  '/api/player/notices': [],
  '/api/cms/pages': [],
  '/api/cms/files': [],
  '/api/cms/snippets': [],
  '/api/player/payments': { data: [], pagination: { current_page: 1, next_page: null, total_pages: 0, total_count: 0 } },
  '/api/games/providers': [{ id: 'northlight', title: 'Northlight', games_count: 1 }],
  '/api/games/collections': [{ id: 'new', title: 'New', games_count: 1 }],
  '/api/games/recent_wins': [],
  '/api/games/northlight/solar-sails': aGame(),
}

/** The server as a guest sees it. Tests change single answers; a call that nobody answers is an error. */
export const server = setupServer(
  ...Object.entries(REFERENCE).map(([path, answer]) => http.get(path, () => HttpResponse.json(answer))),
  http.post('/api/games_filter', () =>
    HttpResponse.json({ data: [aGame()], pagination: { current_page: 1, next_page: null, total_pages: 1, total_count: 1 } }),
  ),
)

/** Makes `GET path` answer so for the rest of the test. */
export function answers(path: string, answer: JsonBodyType): void {
  server.use(http.get(path, () => HttpResponse.json(answer)))
}

/** A signed-in player, as the server tells it. */
export const A_PLAYER = { id: 7, email: 'ada@example.com', nickname: 'ada', statuses: [], auth_fields_missed: [], currency: 'EUR' }
