import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { lootboxChannels } from '@/features/lootboxes/channels'
import { http } from '@/test/http'
import { A_WHEEL, aLootbox, anOpenedBox } from '@/test/lootboxes'
import { answers, aPlayer, server } from '@/test/server'
import { show, withServer } from '@/test/site'
import { pathForGroups } from './groupTextPath'

vi.mock('@/features/realtime/components/Realtime', () => ({ Realtime: () => null }))
vi.mock('@/platform/useMediaQuery', async (original) => ({ ...(await original<object>()), useMediaQuery: (query: string) => query.includes('reduced-motion') }))

withServer()

beforeEach(() => {
  answers('/api/fe/config/wheel-config', A_WHEEL)
  answers('/api/fe/config/wheel-config-segments', {})
  answers('/api/player/bonuses', [])
  answers('/api/player/freespins', [])
})

const TWO_CURRENCIES = { wager: 30, max_win: { EUR: { amount_cents: 100_000 }, CAD: { amount_cents: 150_000 } } }

const button = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Spin the wheel' })

test('the page of boxes says which deposits bring one', async () => {
  answers('/api/fe/config/deposit-boxes', [
    { code: 'daily', group_key: 'lootbox_daily', title: 'Aurora box', deposit_min: { EUR: { amount_cents: 20_000 } } },
    { code: 'spin', group_key: 'wheel', title: 'A spin', deposit_min: { EUR: { amount_cents: 1_000 } } },
  ])
  await show('/lootbox')
  expect(await screen.findByText(/^Aurora box: yours once a day with a deposit of €200\.00 or more$/)).toBeDefined()
  expect(screen.queryByText(/A spin/)).toBeNull()
})

describe('the wheel', () => {
  test('a guest is led to sign up and comes back', async () => {
    await show('/rocketplay-wheel')
    const main = within(screen.getByRole('main'))
    const link = await main.findByRole('link', { name: 'Sign up' })
    expect(link.getAttribute('href')).toContain('redirect=%2Frocketplay-wheel')
    expect(main.queryByRole('button', { name: 'Spin the wheel' })).toBeNull()
  })

  test('the odds are the weights of their sum, zero among them', async () => {
    await show('/rocketplay-wheel')
    await screen.findAllByText('Wager 30×, up to €1,000.00 becomes cash')
    const rows = screen.getAllByRole('row').slice(1)
    expect(rows.map((row) => /Chance (\S+%)/.exec(row.textContent)?.[1])).toEqual(['40%', '60%', '0%'])
  })

  test('a spin says what it gives in the wallet that it is for, whichever is in use', async () => {
    answers(
      '/api/info/currencies',
      ['EUR', 'CAD'].map((code) => ({ code, fiat: true, subunits_to_unit: 100, enabled: true })),
    )
    answers('/api/player', aPlayer())
    const items = [{ ...A_WHEEL.items[0]!, bonuses: A_WHEEL.items[0]!.bonuses.map((bonus) => ({ ...bonus, result_bonus: TWO_CURRENCIES })) }]
    answers('/api/player/lootboxes', [aLootbox({ items, currency: 'CAD' })])
    await show('/rocketplay-wheel')
    expect(await screen.findByText(/^Wager 30×, up to CA\$1,500\.00 becomes cash$/)).toBeDefined()
  })

  test('without a spin the button is off and says how to get one; a spin that is pushed turns it on', async () => {
    answers('/api/player', aPlayer())
    answers('/api/player/lootboxes', [aLootbox({ stage: 'activated' }), aLootbox({ id: '2', group_key: 'mywheel' })])
    const { queryClient: client } = await show('/rocketplay-wheel')
    await waitFor(async () => expect((await button()).disabled).toBe(true))
    expect(await screen.findByText('You have no spin right now.')).toBeDefined()
    expect(screen.getByRole('link', { name: 'See the promotions that bring one' })).toBeDefined()
    answers('/api/player/lootboxes', [aLootbox({ group_key: 'manual_wheel_b' })])
    act(() => void lootboxChannels[0]!.receive(client, { id: '1', stage: 'issued' }))
    await waitFor(() => expect(screen.getByTestId('spin-count').textContent).toContain('1 spin left'))
    expect((await button()).disabled).toBe(false)
  })

  test('a spin ends on the prize of the server, told in words and with its proof', async () => {
    answers('/api/player', aPlayer())
    answers('/api/player/lootboxes', [aLootbox()])
    const seeds: unknown[] = []
    server.use(
      http.post('/api/player/lootboxes/{id}/activation', async ({ request }) => {
        seeds.push(await request.json())
        return HttpResponse.json(anOpenedBox())
      }),
    )
    await show('/rocketmart-wheel')
    await userEvent.click(await button())
    const dialog = await screen.findByRole('dialog', { name: 'You won!' })
    expect(within(dialog).getByText('20 free spins')).toBeDefined()
    expect(within(dialog).getByRole('link', { name: 'See my gifts' }).getAttribute('href')).toBe('/profile/gifts')
    expect(seeds).toEqual([{ client_seed: expect.stringMatching(/^[0-9a-f]{16}$/) as string }])
    answers('/api/player/lootboxes', [anOpenedBox()])
    await userEvent.click(within(dialog).getAllByRole('button', { name: 'Close' })[0]!)
    await waitFor(() => expect(screen.getAllByRole('status').map((status) => status.textContent)).toContain('You won: 20 free spins'))
  })

  test('is silent until the player switches its sound on, which the games remember too', async () => {
    answers('/api/player', aPlayer())
    answers('/api/player/lootboxes', [])
    localStorage.removeItem('croupier.game.sound')
    class SilentNode {
      gain = { value: 0, setValueAtTime: () => undefined, linearRampToValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined }
      frequency = this.gain
      connect = (next: unknown) => next
      start = () => undefined
      stop = () => undefined
    }
    vi.stubGlobal(
      'AudioContext',
      class {
        currentTime = 0
        state = 'running'
      },
    )
    for (const name of ['GainNode', 'OscillatorNode', 'DynamicsCompressorNode']) vi.stubGlobal(name, SilentNode)
    await show('/rocketplay-wheel')
    const toggle = await screen.findByRole('button', { name: 'Sound' })
    expect(toggle.getAttribute('aria-pressed')).toBe('false')
    await userEvent.click(toggle)
    await waitFor(() => expect(toggle.getAttribute('aria-pressed')).toBe('true'))
    expect(localStorage.getItem('croupier.game.sound')).toBe('on')
    await userEvent.click(toggle)
    expect(localStorage.getItem('croupier.game.sound')).toBe('off')
  })

  test('a spin that is refused stops the wheel and asks for the boxes anew', async () => {
    answers('/api/player', aPlayer())
    answers('/api/player/lootboxes', [aLootbox()])
    server.use(
      http.untyped.post('/api/player/lootboxes/1/activation', () =>
        HttpResponse.json({ errors: { id: [{ code: 'lootbox_not_openable', message: '' }] } }, { status: 422 }),
      ),
    )
    await show('/rocketplay-wheel')
    await waitFor(async () => expect((await button()).disabled).toBe(false))
    answers('/api/player/lootboxes', [])
    await userEvent.click(await button())
    expect(await screen.findByText("This box can't be opened any more.")).toBeDefined()
    await waitFor(async () => expect((await button()).disabled).toBe(true))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test.each([
    ['with a spin', [aLootbox()], 1],
    ['without one', [aLootbox({ stage: 'expired' })], 0],
  ])('a player %s is led to it accordingly', async (_who, boxes, links) => {
    answers('/api/player', aPlayer())
    answers('/api/player/lootboxes', boxes)
    await show('/support')
    await screen.findByRole('link', { name: 'Points shop' })
    await waitFor(() => expect(screen.queryAllByRole('link', { name: 'Prize wheel' })).toHaveLength(links))
  })

  test('a wheel that does not come says so', async () => {
    server.use(http.untyped.get('/api/fe/config/wheel-config', () => HttpResponse.json({ error: { code: 'internal', message: '' } }, { status: 500 })))
    await show('/rocketplay-wheel')
    expect(await screen.findByText("The wheel couldn't be loaded")).toBeDefined()
  })
})

describe('boxes', () => {
  test.each([true, false])('nothing leads to the chances unless their switch is on: %s', async (isOn) => {
    answers('/api/info/project', {
      name: 'Borealis',
      licences: [],
      support_email: '',
      hosts: [],
      features: { rocketChance: isOn },
      variants: {},
      has_own_variants: false,
      adventures_groups: [],
      social: [],
      support: { hours: '', phone: null },
      special_slots: {},
    })
    answers('/api/player', aPlayer())
    answers('/api/player/lootboxes', [aLootbox(), aLootbox({ id: '2', group_key: 'chance_x' })])
    await show('/lootbox')
    const hints = await screen.findByRole('navigation', { name: 'More to open' })
    await waitFor(() => expect(within(hints).queryAllByRole('link')).toHaveLength(isOn ? 2 : 1))
  })

  test.each([
    ['/lootbox', 'lootbox_daily', 'chance_x'],
    ['/rocket-chance', 'chance_x', 'wheel'],
  ])('%s opens its own', async (path, own, other) => {
    answers('/api/player', aPlayer())
    answers('/api/player/lootboxes', [aLootbox({ id: '1', group_key: own, title: 'Mine' }), aLootbox({ id: '2', group_key: other, title: 'Not here' })])
    server.use(http.post('/api/player/lootboxes/{id}/activation', () => HttpResponse.json(anOpenedBox({ group_key: own, title: 'Mine' }))))
    await show(path)
    const card = await screen.findByRole('article', { name: 'Mine' })
    expect(screen.queryByRole('article', { name: 'Not here' })).toBeNull()
    await userEvent.click(within(card).getByRole('button', { name: 'Open' }))
    const dialog = await screen.findByRole('dialog', { name: 'You won!' })
    expect(within(dialog).getByText('20 free spins')).toBeDefined()
  })

  test('a guest is asked in, and boxes that do not come are asked for again', async () => {
    const { router } = await show('/lootbox')
    expect(await screen.findByText('Boxes are for players')).toBeDefined()
    expect(router.state.location.pathname).toBe('/lootbox')
  })
})

test('the text is that of the first group that has one', () => {
  const paths = ['/lootbox', '/lootbox-1308']
  expect(pathForGroups(paths, '/lootbox', [7, 1308])).toBe('/lootbox-1308')
  expect(pathForGroups(paths, '/lootbox', [1309])).toBe('/lootbox')
  expect(pathForGroups([], '/lootbox', [1309])).toBeUndefined()
})
