import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import wheel from '@content/games/aurora-roulette.json'
import type { VerificationInput } from '@/features/fairness/model/verify'
import { A_PLAYER, answers } from '@/test/server'
import { show, withHouse } from '@/test/site'
import rounds from '../../../../crates/games/tests/vectors/rounds.json?raw'

vi.mock('@/features/realtime/components/Realtime', () => ({ Realtime: () => null }))

withHouse()

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
  answers('/api/player/played_games', { data: [{ ...round, exchanged }, { ...round, id: '2', exchanged: null }], pagination })
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
      id: '1', status: 'finished', stake_cents, win_cents, currency: 'USD', steps, created_at: AT,
      wallet: { currency: 'BTC', stake_cents: 1718, win_cents: 4293, rate: RATE },
    },
    game: { ...GAME, definition: wheel, definition_hash },
    stake_cents,
    bets,
    seed: { seed_no: 1, server_seed_hash, server_seed, client_seed, nonce, currency: played.currency },
  })
  answers('/api/player/fairness', { currency: 'BTC', seed_no: 2, server_seed_hash: 'a', next_server_seed_hash: 'b', client_seed: 'c', nonce: 1, revealed: [] })
  await show('/profile/fairness?round=1')
  await screen.findByText('This round was fair')
  expect(screen.getByText('We commit first').compareDocumentPosition(screen.getByText('This round was fair')), 'the round comes first').toBe(Node.DOCUMENT_POSITION_PRECEDING)
  expect(await screen.findByText('In the wallet: stake 17.18 µBTC, win 42.93 µBTC, at 1 BTC = 58,231.40 USD.')).toBeDefined()
})
