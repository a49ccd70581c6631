import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import wheel from '@content/games/aurora-roulette.json'
import kings from '@content/games/tidal-kings.json'
import type { VerificationInput } from '@/features/fairness/model/verify'
import { A_PLAYER, answers } from '@/test/server'
import { show, withServer } from '@/test/site'
import rounds from '../../../../crates/games/tests/vectors/rounds.json?raw'

vi.mock('@/features/realtime/components/Realtime', () => ({ Realtime: () => null }))

withServer()

const GAME = { identifier: 'northlight/aurora-roulette', title: 'Aurora Roulette', provider: 'northlight' }
const AT = '2026-01-01T00:00:00.000Z'
const RATE = '58231.40'

beforeEach(() => {
  answers('/api/player', { ...A_PLAYER, created_at: AT })
  answers('/api/info/currencies', [
    { code: 'USD', fiat: true, subunits_to_unit: 100, enabled: true },
    { code: 'BTC', fiat: false, subunits_to_unit: 100_000_000, enabled: true },
  ])
})

test('the history tells what a round moved in the wallet, and what was staked and won in the game', async () => {
  const round = { id: '1', game: GAME, currency: 'BTC', bet_cents: 1718, win_cents: 4293, started_at: AT, finished_at: AT, mode: 'real', status: 'finished' }
  const exchanged = { currency: 'USD', rate: RATE, stake_cents: 100, win_cents: 250 }
  const pagination = { current_page: 1, next_page: null, total_pages: 1, total_count: 2 }
  answers('/api/player/played_games', {
    data: [
      { ...round, exchanged, bought: null },
      { ...round, id: '2', exchanged: null, bought: null },
    ],
    sums: [],
    pagination,
  })
  await show('/profile/games-history')
  const [, first, second] = await screen.findAllByRole('row')
  for (const amount of ['17.18 µBTC', '42.93 µBTC', '$1.00', '$2.50']) expect(await within(first!).findByText(amount)).toBeDefined()
  expect(within(second!).queryByText('$1.00')).toBeNull()
})

test('a round in another currency is worked out for its wallet, and tells both amounts and the rate', async () => {
  type Recorded = VerificationInput & { game: string; win_cents: number }
  const played = (JSON.parse(rounds) as Recorded[]).find(({ game }) => game === 'aurora-roulette')!
  const { server_seed, server_seed_hash, client_seed, nonce, definition_hash, stake_cents, bets, steps, win_cents } = played
  answers('/api/player/fairness/rounds/1', {
    round: {
      id: '1',
      status: 'finished',
      stake_cents,
      bet_cents: stake_cents,
      win_cents,
      currency: 'USD',
      steps: steps as never[],
      created_at: AT,
      wallet: { currency: 'BTC', stake_cents: 1718, win_cents: 4293, rate: RATE },
    },
    game: { ...GAME, definition: wheel, definition_hash },
    stake_cents,
    bets: bets as never[],
    seed: { seed_no: 1, server_seed_hash, server_seed, client_seed, nonce: Number(nonce), currency: played.currency },
  })
  answers('/api/player/fairness', {
    currency: 'BTC',
    seed_no: 2,
    server_seed_hash: 'a',
    next_server_seed_hash: 'b',
    client_seed: 'c',
    nonce: 1,
    rounds: 1,
    revealed: [],
  })
  await show('/profile/fairness?round=1')
  await screen.findByText('This round was fair')
  expect(screen.getByText('We commit first').compareDocumentPosition(screen.getByText('This round was fair')), 'the round comes first').toBe(
    Node.DOCUMENT_POSITION_PRECEDING,
  )
  expect(await screen.findByText('In the wallet: bet 17.18 µBTC, win 42.93 µBTC, at 1 BTC = 58,231.40 USD.')).toBeDefined()
})

test('a bought round tells its price and the bet that it was played for', async () => {
  const round = {
    id: '1',
    game: GAME,
    currency: 'USD',
    bet_cents: 4560,
    win_cents: 5120,
    exchanged: null,
    started_at: AT,
    finished_at: AT,
    mode: 'real',
    status: 'finished',
  }
  const pagination = { current_page: 1, next_page: null, total_pages: 1, total_count: 2 }
  const bought = { bet_cents: 40, currency: 'USD' }
  answers('/api/player/played_games', {
    data: [
      { ...round, bought },
      { ...round, id: '2', bought: null },
    ],
    sums: [],
    pagination,
  })
  await show('/profile/games-history')
  const [, first, second] = await screen.findAllByRole('row')
  expect(await within(first!).findByText('$45.60')).toBeDefined()
  expect(within(first!).getByText('Bonus buy, bet $0.40')).toBeDefined()
  expect(within(second!).queryByText(/Bonus buy/)).toBeNull()
})

test('the proof of a bought round tells its price and its bet', async () => {
  type Recorded = VerificationInput & { game: string; win_cents: number }
  const played = (JSON.parse(rounds) as Recorded[]).find(({ steps }) => steps[0]?.kind === 'buy')!
  const { server_seed, server_seed_hash, client_seed, nonce, definition_hash, stake_cents, steps, win_cents } = played
  answers('/api/player/fairness/rounds/1', {
    round: {
      id: '1',
      status: 'finished',
      stake_cents,
      bet_cents: stake_cents / kings.bonus_buy.cost_x,
      win_cents,
      currency: 'USD',
      steps: steps as never[],
      created_at: AT,
      wallet: null,
    },
    game: { ...GAME, definition: kings, definition_hash },
    stake_cents,
    bets: [],
    seed: { seed_no: 1, server_seed_hash, server_seed, client_seed, nonce: Number(nonce), currency: played.currency },
  })
  answers('/api/player/fairness', {
    currency: 'USD',
    seed_no: 2,
    server_seed_hash: 'a',
    next_server_seed_hash: 'b',
    client_seed: 'c',
    nonce: 1,
    rounds: 1,
    revealed: [],
  })
  await show('/profile/fairness?round=1')
  await screen.findByText('This round was fair')
  expect(await screen.findByText('Bonus buy: $22.80 was paid for a round with a bet of $0.40.')).toBeDefined()
  fireEvent.click(await screen.findByRole('button', { name: 'Watch again' }))
  const replay = await screen.findByTitle('Aurora Roulette: a round again')
  expect(replay.getAttribute('src')).toBe('/house-games/?client=slots&lang=en#replay=1&subunits=100&fiat=true')
})
