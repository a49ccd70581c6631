import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { loyaltyChannels } from '@/features/loyalty/channels'
import { http } from '@/test/http'
import { answers, aPlayer, server } from '@/test/server'
import { show, withServer } from '@/test/site'
import { OFFERS, EXCHANGE, points, exchanges, done, refused } from './testShop'

vi.mock('@/features/realtime/components/Realtime', () => ({ Realtime: () => null }))

withServer()

beforeEach(() => answers('/api/loyalty/offers', OFFERS))

describe('an exchange', () => {
  beforeEach(() => answers('/api/player', aPlayer()))

  test('as many as the points cover are exchanged, and the balance falls', async () => {
    points(950)
    const bodies = exchanges(done)
    await show(EXCHANGE)
    await userEvent.click(await screen.findByRole('button', { name: 'One more' }))
    await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'One more' }).disabled).toBe(true))
    await userEvent.click(screen.getByRole('button', { name: 'Exchange now' }))
    expect(await screen.findByRole('dialog', { name: 'Points exchanged' })).toBeDefined()
    expect(bodies).toEqual([{ type: 'money', group: 'money-5', points: 800, terms: 'seen' }])
    await waitFor(() => expect(document.body.textContent).toContain('150 points'))
  })

  test('a failure says so without a reason', async () => {
    points(950)
    exchanges(refused)
    await show(EXCHANGE)
    await userEvent.click(await screen.findByRole('button', { name: 'Exchange now' }))
    const dialog = await screen.findByRole('dialog', { name: 'Exchange failed' })
    expect(dialog.textContent).not.toMatch(/short|enough/)
  })

  test('a card that has changed meanwhile is not exchanged, and asked for anew', async () => {
    points(950)
    const bodies = exchanges(() => HttpResponse.json({ error: { code: 'card_changed', message: '' } }, { status: 409 }))
    await show(EXCHANGE)
    const now = await screen.findByRole('button', { name: 'Exchange now' })
    answers('/api/loyalty/offers', [{ ...OFFERS[0]!, rates: [{ currency: 'EUR', points: 400, amount_cents: 250 }], terms: 'other' }])
    await userEvent.click(now)
    const dialog = await screen.findByRole('dialog', { name: 'Exchange failed' })
    expect(bodies).toEqual([{ type: 'money', group: 'money-5', points: 400, terms: 'seen' }])
    await userEvent.click(within(dialog).getAllByRole('button', { name: 'Close' }).at(-1)!)
    expect(await screen.findByText(/(?<!\d)2\.50/)).toBeDefined()
  })

  test('without an answer nothing is told of the outcome, and every further try is the same exchange', async () => {
    points(950)
    const keys: (string | null)[] = []
    let answer = () => HttpResponse.json({ error: { code: 'internal', message: '' } }, { status: 500 })
    server.use(
      http.untyped.post('/api/loyalty/purchases', ({ request }) => {
        keys.push(request.headers.get('Idempotency-Key'))
        return answer()
      }),
    )
    const { router } = await show(EXCHANGE)
    await userEvent.click(await screen.findByRole('button', { name: 'One more' }))
    await userEvent.click(screen.getByRole('button', { name: 'Exchange now' }))
    const dialog = await screen.findByRole('dialog', { name: "We don't know yet" })
    await userEvent.click(within(dialog).getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(keys).toHaveLength(2))
    await waitFor(() => expect(within(dialog).getByRole('button', { name: 'Try again' }).ariaBusy).not.toBe('true'))
    await userEvent.click(within(dialog).getAllByRole('button', { name: 'Close' })[0]!)
    await waitFor(() => expect(router.state.location.pathname).toBe('/rocket-mart'))
    await act(() => router.navigate({ to: EXCHANGE as '/rocket-mart' }))
    answer = () => done() as never
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('dialog', { name: 'Points exchanged' })).toBeDefined()
    expect(keys).toHaveLength(3)
    expect(new Set(keys).size).toBe(1)
  })

  test('the dialog stays while the exchange is under way', async () => {
    points(950)
    let release = () => undefined as void
    const held = new Promise<void>((resolve) => (release = resolve))
    server.use(
      http.untyped.post('/api/loyalty/purchases', async () => {
        await held
        return done()
      }),
    )
    await show(EXCHANGE)
    await userEvent.click(await screen.findByRole('button', { name: 'Exchange now' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Close' })).toBeNull())
    await userEvent.keyboard('{Escape}')
    expect(screen.getByRole('dialog', { name: 'Exchange points' })).toBeDefined()
    release()
    expect(await screen.findByRole('dialog', { name: 'Points exchanged' })).toBeDefined()
  })

  test('what is shown is exchanged, also when the balance has fallen', async () => {
    points(950)
    const bodies = exchanges(done)
    const { queryClient: client } = await show(EXCHANGE)
    await userEvent.click(await screen.findByRole('button', { name: 'One more' }))
    act(() => void loyaltyChannels[0]!.receive(client, { points: 500, total_points: 950 }))
    expect(await screen.findByText('for 400 points')).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Exchange now' }))
    await waitFor(() => expect(bodies).toEqual([{ type: 'money', group: 'money-5', points: 400, terms: 'seen' }]))
  })

  test('points that did not come are no balance of 0, and cards that did not come are on offer', async () => {
    const fails = (path: string) => server.use(http.untyped.get(path, () => HttpResponse.json({ error: { code: 'internal', message: '' } }, { status: 500 })))
    fails('/api/player/comp_points')
    fails('/api/loyalty/offers')
    await show(EXCHANGE)
    const dialog = within(await screen.findByRole('dialog', { name: 'Exchange points' }))
    await dialog.findByText("The shop couldn't be loaded")
    expect(dialog.queryByText('This reward is no longer on offer.')).toBeNull()
    answers('/api/loyalty/offers', OFFERS)
    await userEvent.click(dialog.getByRole('button', { name: 'Try again' }))
    await dialog.findByText("Your points couldn't be loaded")
    expect(dialog.queryByText(/short/)).toBeNull()
    points(950)
    await userEvent.click(dialog.getByRole('button', { name: 'Try again' }))
    expect(await dialog.findByRole('button', { name: 'Exchange now' })).toBeDefined()
  })

  test('who has too few points is told how many, with two ways on', async () => {
    points(150)
    const { router } = await show(EXCHANGE)
    const dialog = await screen.findByRole('dialog', { name: 'Exchange points' })
    expect(await within(dialog).findByText("You're 250 points short.")).toBeDefined()
    expect(within(dialog).getByRole('link', { name: 'Play games' }).getAttribute('href')).toBe('/')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Go to shop' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/rocket-mart'))
  })

  test('a player with several accounts is asked before anything is exchanged', async () => {
    answers('/api/player', aPlayer({ statuses: [{ id: 'group_100', name: null }] }))
    points(950)
    const bodies = exchanges(done)
    await show(EXCHANGE)
    await userEvent.click(await screen.findByRole('button', { name: 'Exchange now' }))
    const notice = await screen.findByRole('dialog', { name: 'One account per person' })
    expect(bodies).toEqual([])
    await userEvent.click(within(notice).getByRole('button', { name: 'Continue' }))
    expect(await screen.findByRole('dialog', { name: 'Points exchanged' })).toBeDefined()
    expect(bodies).toHaveLength(1)
  })

  test('a guest is asked in', async () => {
    answers('/api/player', {})
    await show(EXCHANGE)
    const dialog = await screen.findByRole('dialog', { name: 'Exchange points' })
    expect((await within(dialog).findByRole('link', { name: 'Sign up' })).getAttribute('href')).toContain('/sign-up?redirect=')
    expect(within(dialog).queryByRole('button', { name: 'Exchange now' })).toBeNull()
  })
})
