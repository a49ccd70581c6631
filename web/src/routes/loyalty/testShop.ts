import { HttpResponse } from 'msw'
import type { Purchase, ShopOffer } from '@/api/types'
import { http } from '@/test/http'
import { answers, server } from '@/test/server'

/** Cards of real money. */
export const OFFERS: ShopOffer[] = [
  {
    type: 'money',
    group: 'money-5',
    rates: [{ currency: 'EUR', points: 400, amount_cents: 500 }],
    title: null,
    rate: null,
    wager: null,
    games: [],
    lottery_slug: null,
    end_at: null,
    items: [],
    freespins: null,
    bonus: null,
    image: null,
    promo: null,
    terms: 'seen',
  },
  {
    type: 'money',
    group: 'money-20',
    rates: [{ currency: 'EUR', points: 1900, amount_cents: 2000 }],
    title: null,
    rate: null,
    wager: null,
    games: [],
    lottery_slug: null,
    end_at: null,
    items: [],
    freespins: null,
    bonus: null,
    image: null,
    promo: null,
    terms: 'seen',
  },
]

/** Where the first of them is exchanged. */
export const EXCHANGE = '/rocket-mart/exchange/money/money-5'

/** Puts so many points into the account. */
export function points(spendable: number, earned = spendable) {
  answers('/api/player/comp_points', { chargeable: { points: spendable }, persistent: { points: earned }, rates: [] })
}

/** Bodies of the exchanges that were asked for, which are answered so. */
export function exchanges(answer: () => Response): unknown[] {
  const bodies: unknown[] = []
  server.use(
    http.post('/api/loyalty/purchases', async ({ request }) => {
      bodies.push(await request.json())
      return answer()
    }),
  )
  return bodies
}

export const DONE: Purchase = {
  id: 'p',
  type: 'money',
  group: 'money-5',
  points: 800,
  currency: 'EUR',
  amount_cents: 1000,
  bonus_amount_cents: 0,
  chargeable: { points: 150 },
}
export const done = () => HttpResponse.json(DONE, { status: 201 })
export const refused = () => HttpResponse.json({ errors: { points: [{ code: 'insufficient_points', message: 'x' }] } }, { status: 422 })
