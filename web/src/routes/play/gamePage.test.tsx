import { fireEvent, screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { english } from '@/i18n/english'
import { SESSION_MARK_KEY } from '@/api/session/signOut'
import { watchSession } from '@/app/session'
import { aGame } from '@/test/games'
import { http } from '@/test/http'
import { A_PLAYER, answers, server } from '@/test/server'
import { show, withServer } from '@/test/site'

vi.mock('@/features/realtime/components/Realtime', () => ({ Realtime: () => null }))

withServer()

const GAME = '/play/northlight/solar-sails'
const IDENTIFIER = 'northlight/solar-sails'
const OPENED = { launch_url: '/house-games/?client=slots#session=t', session_id: 's', mode: 'real', currency: 'EUR' }

/** Makes launches answer so, and counts them. */
function launches(answer: object, status = 201): () => number {
  let count = 0
  server.use(
    http.untyped.post('/api/games/launch', () => {
      count += 1
      return HttpResponse.json(answer, { status })
    }),
  )
  return () => count
}

const refused = (...fields: string[]) => ({ errors: Object.fromEntries(fields.map((field) => [field, [{ code: 'x', message: 'Refused.' }]])) })
const frame = () => screen.queryByTitle('Solar Sails')

/** A player to whom the operator says something of the game first. */
function specialSlot() {
  answers('/api/player', A_PLAYER)
  answers('/api/info/project', {
    name: 'Borealis',
    licences: [],
    support_email: '',
    hosts: [],
    features: {},
    variants: {},
    has_own_variants: false,
    adventures_groups: [],
    social: [],
    support: { hours: '', phone: null },
    special_slots: { [IDENTIFIER]: 'about-sails' },
  })
  answers('/api/cms/snippets', [{ id: 'about-sails', categories: [], content: '<p>The wind has changed.</p>' }])
}

beforeEach(() => window.localStorage.clear())

describe('real play is decided by the first of', () => {
  beforeEach(specialSlot)

  test('signing in', async () => {
    answers('/api/player', {})
    const launched = launches(refused('currency', 'date_of_birth'), 422)
    const { router } = await show(`${GAME}?mode=real`)
    expect(router.state.location.search.modal).toBe(`/sign-up?redirect=${encodeURIComponent(`${GAME}?mode=real`)}`)
    expect(launched()).toBe(0)
  })

  test('the wallet', async () => {
    launches(refused('currency', 'date_of_birth'), 422)
    const { router } = await show(`${GAME}?mode=real`)
    await waitFor(() => expect(router.state.location.search.modal).toBe('/popup/currency-select'))
    expect(screen.queryByText('The wind has changed.')).toBeNull()
  })

  test('data that the studio wants', async () => {
    answers('/api/info/player_fields', { contexts: {}, fields: [{ field: 'date_of_birth', type: 'date', required: false, editable: true, rules: [] }] })
    launches(refused('date_of_birth'), 422)
    await show(`${GAME}?mode=real`)
    expect(await screen.findByRole('button', { name: 'Save and play' })).toBeDefined()
    expect(screen.queryByText('The wind has changed.')).toBeNull()
  })

  test('what is said of the game', async () => {
    launches(OPENED)
    await show(`${GAME}?mode=real`)
    await screen.findByText('The wind has changed.')
    expect(frame()).toBeNull()
  })
})

describe('a special slot', () => {
  beforeEach(() => {
    specialSlot()
    launches(OPENED)
  })

  test('shows its popup at the first press of Play, which the device keeps, and opens at the second', async () => {
    await show(GAME)
    fireEvent.click((await screen.findAllByRole('link', { name: 'Play' }))[0]!)
    await screen.findByText('The wind has changed.')
    expect(window.localStorage.getItem(`special_slot_${IDENTIFIER}`)).not.toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    fireEvent.click((await screen.findAllByRole('link', { name: 'Play' }))[0]!)
    await waitFor(() => expect(frame()).not.toBeNull())
    expect(screen.queryByText('The wind has changed.')).toBeNull()
  })

  test('opens from its popup', async () => {
    await show(`${GAME}?mode=real`)
    fireEvent.click(await screen.findByRole('button', { name: 'Play' }))
    await waitFor(() => expect(frame()).not.toBeNull())
  })

  test('is free to try without it', async () => {
    await show(`${GAME}?mode=demo`)
    await waitFor(() => expect(frame()).not.toBeNull())
    expect(window.localStorage.getItem(`special_slot_${IDENTIFIER}`)).toBeNull()
  })

  test('opens at once on a device that was told', async () => {
    window.localStorage.setItem(`special_slot_${IDENTIFIER}`, '1')
    await show(`${GAME}?mode=real`)
    await waitFor(() => expect(frame()).not.toBeNull())
  })
})

test('a game that is not special opens at once', async () => {
  answers('/api/player', A_PLAYER)
  launches(OPENED)
  await show(`${GAME}?mode=real`)
  await waitFor(() => expect(frame()).not.toBeNull())
})

test.each([
  ['before it runs', GAME],
  ['while it runs', `${GAME}?mode=demo`],
])('a game has one heading of the first level %s', async (_, address) => {
  launches({ ...OPENED, mode: 'demo', currency: 'FUN' })
  await show(address)
  if (address !== GAME) await waitFor(() => expect(frame()).not.toBeNull())
  expect((await screen.findAllByRole('heading', { level: 1 })).map((title) => title.textContent)).toEqual(['Solar Sails'])
})

test('a guest who leaves the demo for real play is sent to registration', async () => {
  launches({ ...OPENED, mode: 'demo', currency: 'FUN' })
  const { router } = await show(`${GAME}?mode=demo`)
  await waitFor(() => expect(frame()).not.toBeNull())
  fireEvent.click(screen.getAllByRole('link', { name: 'Play for real' })[0]!)
  await waitFor(() => expect(router.state.location.search.modal).toBe(`/sign-up?redirect=${encodeURIComponent(`${GAME}?mode=real`)}`))
})

test.each(['demo', 'real'])('while a game is on (%s) the site steps back, and returns when it is left', async (mode) => {
  answers('/api/player', A_PLAYER)
  launches({ ...OPENED, mode })
  const { router } = await show(`${GAME}?mode=${mode}`)
  await waitFor(() => expect(frame()).not.toBeNull())
  expect(screen.queryByRole('navigation', { name: 'Quick access' })).toBeNull()
  await router.navigate({ to: '/payments' })
  expect(await screen.findByRole('navigation', { name: 'Quick access' })).toBeDefined()
})

test('a refusal of a field that no profile has is told, and asked of nobody', async () => {
  answers('/api/player', A_PLAYER)
  launches(refused('date_of_birth', 'limit'), 422)
  await show(`${GAME}?mode=real`)
  expect(await screen.findByRole('heading', { name: english['play.unavailable'].replace('{title}', 'Solar Sails') })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Save and play' })).toBeNull()
})

test('a player whose account is not complete is shown the way to complete it', async () => {
  answers('/api/player', A_PLAYER)
  launches({ error: { code: 'account_incomplete', message: 'Refused.' } }, 403)
  await show(`${GAME}?mode=real`)
  expect((await screen.findByRole('link', { name: english['complete.to_page'] })).getAttribute('href')).toBe('/profile/complete')
})

test('wallets that did not come can be asked for again, and the game opens', async () => {
  answers('/api/player', A_PLAYER)
  launches(OPENED)
  server.use(http.get('/api/player/accounts', () => HttpResponse.json({ error: { code: 'internal', message: '' } }, { status: 500 }), { once: true }))
  await show(`${GAME}?mode=real`)
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(frame()).not.toBeNull())
})

test('a game for money whose session has ended gives way to sign-in, which leads back to it', async () => {
  answers('/api/player', A_PLAYER)
  launches(OPENED)
  const { router, queryClient } = await show(`${GAME}?mode=real`)
  watchSession(queryClient, router)
  await waitFor(() => expect(frame()).not.toBeNull())
  window.dispatchEvent(new StorageEvent('storage', { key: SESSION_MARK_KEY, newValue: 'out:1' }))
  await waitFor(() => expect(router.state.location.search.modal).toBe(`/sign-in?redirect=${encodeURIComponent(`${GAME}?mode=real`)}`))
  expect(router.state.location.search).not.toHaveProperty('mode')
  expect(frame()).toBeNull()
})

test('a game with its own jackpot shows what its rounds return, and what that is with the jackpot', async () => {
  answers('/api/games/northlight/solar-sails', aGame({ rtp: '92.24', rtp_with_jackpot: '95.24' }))
  await show(GAME)
  const facts = await screen.findByRole('region', { name: english['fact.title'] })
  expect(facts.textContent).toContain(`${english['fact.rtp']}92.24%`)
  expect(facts.textContent).toContain(`${english['fact.rtp_jackpot']}95.24%`)
  expect(facts.textContent).toContain('the casino adds 3% of every real-money bet')
})
