import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { PublicOffer } from '@/api/types'
import { axeFindings } from '@/test/axe'
import { aGame } from '@/test/games'
import { anOffer } from '@/test/gifts'
import { http } from '@/test/http'
import { answers, aPlayer, aWallet, server } from '@/test/server'
import { show, withServer } from '@/test/site'

vi.mock('@/features/realtime/components/Realtime', () => ({ Realtime: () => null }))

withServer()

const WELCOME: PublicOffer = { slug: 'welcome', available: true, deposit: anOffer({ code: 'WELCOME', title: 'Welcome bonus' }), registration: null }

const HELLO: PublicOffer = {
  slug: 'hello',
  available: true,
  deposit: null,
  registration: {
    id: 'HELLO',
    title: 'Hello gift',
    group_key: 'hello',
    type: 'NonDeposit',
    wager_multiple: 40,
    valid_hours: 168,
    canceled_by_cashout: false,
    sticky: false,
    currencies: [{ currency: 'EUR', amount_cents: 500, bet_max_cents: 200, win_max_cents: 5_000, lost_below_cents: null }],
    freespins: null,
    excluded_games: [],
    excluded_categories: ['jackpot'],
  },
}

const PATIENT = { timeout: 10_000 }

beforeEach(() => server.use(http.post('/api/games_filter/select', () => HttpResponse.json({ 'northlight/solar-sails': aGame() }))))

/** A page of the operator's own text. */
const aPage = (path: string, title: string, json: string | null = null) => ({
  id: 1,
  path,
  title,
  hidden: false,
  categories: [],
  url: null,
  routeName: null,
  blocks: { description: `About ${title}.`, keywords: '', json },
  content: null,
})

describe('the promotions', () => {
  test('name the bonuses, with cards that lead to their pages', async () => {
    answers('/api/bonuses/offers', [WELCOME, { ...HELLO, available: false }])
    await show('/promotions')
    const welcome = await screen.findByRole('link', { name: 'Welcome bonus' }, PATIENT)
    expect(welcome.getAttribute('href')).toBe('/bonus/welcome')
    expect(await screen.findByText('See the conditions')).toBeDefined()
    expect(screen.getByText('Not available to you now')).toBeDefined()
    expect(screen.queryByText('No offers right now')).toBeNull()
    expect(await axeFindings(document.body)).toEqual([])
  })

  test('say so when nothing is on, and when the bonuses did not come', async () => {
    answers('/api/tournaments', [])
    await show('/promotions')
    expect(await screen.findByText('No offers right now', {}, PATIENT)).toBeDefined()
    expect(screen.queryByRole('heading', { name: 'Bonuses' })).toBeNull()
  })

  test('ask again for bonuses that did not come', async () => {
    server.use(http.untyped.get('/api/bonuses/offers', () => HttpResponse.json({ error: { code: 'internal', message: '' } }, { status: 500 })))
    await show('/promotions')
    const failed = await screen.findByText("We couldn't load the offers", {}, PATIENT)
    answers('/api/bonuses/offers', [WELCOME])
    await userEvent.click(within(failed.parentElement!.parentElement!).getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('link', { name: 'Welcome bonus' })).toBeDefined()
  })
})

describe('the page of a bonus', () => {
  test('tells a guest its conditions and the way to sign up', async () => {
    answers('/api/bonuses/offers', [WELCOME, HELLO])
    await show('/bonus/hello')
    expect(await screen.findByRole('heading', { level: 1, name: 'Hello gift' }, PATIENT)).toBeDefined()
    const main = within(screen.getByRole('main'))
    expect(main.getByText('Wager the bonus 40× within 7 days')).toBeDefined()
    expect(main.getByRole('link', { name: 'Sign up' }).getAttribute('href')).toBe('/sign-up?redirect=%2Fbonus%2Fhello')
    expect(main.getByRole('link', { name: 'Bonus terms' }).getAttribute('href')).toBe('/bonus-terms')
    expect(await axeFindings(document.body)).toEqual([])
  })

  test('that nobody offers is none', async () => {
    answers('/api/bonuses/offers', [WELCOME])
    await show('/bonus/spring')
    expect(await screen.findByText(/can't find that page/, {}, PATIENT)).toBeDefined()
  })

  test('a player claims it for the next deposit', async () => {
    const chosen: unknown[] = []
    answers('/api/player', aPlayer())
    answers('/api/player/accounts', [aWallet({ currency: 'EUR', active: true })])
    answers('/api/bonuses/offers', [WELCOME])
    server.use(
      http.untyped.patch('/api/player/set_bonus_code', async ({ request }) => {
        chosen.push(await request.json())
        return new HttpResponse(null, { status: 204 })
      }),
    )
    const { router } = await show('/bonus/welcome')
    await userEvent.click(await screen.findByRole('button', { name: 'Claim with a deposit' }, PATIENT))
    await waitFor(() => expect(router.state.location.search.modal).toBe('/deposit'))
    expect(chosen).toEqual([{ deposit_bonus_code: 'WELCOME' }])
  })

  test('says when the next deposit cannot bring it, and when bonuses are off', async () => {
    answers('/api/player', aPlayer())
    answers('/api/bonuses/offers', [{ ...WELCOME, available: false }])
    await show('/bonus/welcome')
    expect(await screen.findByText("Your next deposit can't bring this bonus.", {}, PATIENT)).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Claim with a deposit' })).toBeNull()
  })

  test('offers to switch bonuses on', async () => {
    answers('/api/player', aPlayer({ can_issue_bonuses: false }))
    answers('/api/bonuses/offers', [{ ...WELCOME, available: false }])
    await show('/bonus/welcome')
    expect(await screen.findByRole('button', { name: 'Switch bonuses on' }, PATIENT)).toBeDefined()
  })
})

test('a promotion that no banner names is named as well', async () => {
  answers('/api/cms/pages', [aPage('/promo/cashback', 'Cashback')])
  await show('/promotions')
  expect((await screen.findByRole('link', { name: 'Cashback' }, PATIENT)).getAttribute('href')).toBe('/promo/cashback')
})
