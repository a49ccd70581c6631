import { beforeEach, expect, it, vi } from 'vitest'
import { PlayRefusal } from '../play/api'
import type { DemoSeeds } from '../play/demoTypes'
import { demoProof } from './demoProof'
import { panel } from './frame'

const SEEDS: DemoSeeds = {
  seed_no: 2,
  server_seed_hash: 'aa',
  next_server_seed_hash: 'bb',
  client_seed: 'mine',
  nonce: 2,
  rounds: 1,
  played: [
    { nonce: 2, seed_no: 2, is_revealed: false, stake_cents: 100, win_cents: 0, created_at: '' },
    { nonce: 1, seed_no: 1, is_revealed: true, stake_cents: 100, win_cents: 250, created_at: '' },
  ],
}

const api = {
  demoSeeds: vi.fn(() => Promise.resolve(SEEDS)),
  chooseDemoSeed: vi.fn(() => Promise.resolve({ ...SEEDS, client_seed: 'other' })),
  demoProof: vi.fn(() => Promise.resolve({ seed: {} })),
}

/** The part of the rules of a game in `mode`. */
function part(mode: 'demo' | 'real'): HTMLElement[] {
  const t = (key: string, values: Record<string, unknown> = {}) => [key, ...Object.values(values)].join(' ')
  const context = { session: { mode }, api, t, money: String }
  return demoProof(context as unknown as Parameters<typeof demoProof>[0])
}

/** The part of a demo's rules, opened. */
async function opened(): Promise<HTMLDetailsElement> {
  const details = part('demo')[0] as HTMLDetailsElement
  details.open = true
  details.dispatchEvent(new Event('toggle'))
  await vi.waitFor(() => expect(details.querySelector('dl')).not.toBeNull())
  return details
}

const statusOf = (details: HTMLElement) => details.querySelector('[role=status]')?.textContent

beforeEach(() => vi.clearAllMocks())

it('is not there in a game for money', () => {
  expect(part('real')).toEqual([])
})

it('shows hashes and rounds, and saves a revealed round', async () => {
  const details = await opened()
  expect([...details.querySelectorAll('code')].map(({ textContent }) => textContent)).toEqual(['aa', 'mine', 'bb'])
  const [hidden, revealed] = details.querySelectorAll('li')
  expect(hidden?.textContent).toContain('game.demo_hidden')
  expect(hidden?.querySelector('button')).toBeNull()
  expect(revealed?.textContent).toContain('game.demo_round 1 100 250')
  const made = vi.fn(() => '#')
  URL.createObjectURL = made
  URL.revokeObjectURL = vi.fn()
  revealed?.querySelector('button')?.click()
  await vi.waitFor(() => expect(made).toHaveBeenCalledOnce())
  expect(api.demoProof).toHaveBeenCalledWith(1)
})

it('asks anew when the rules are opened again', async () => {
  const details = await opened()
  const dialog = panel('Rules', (key) => key, details)
  dialog.dispatchEvent(new Event('close'))
  expect(details.open).toBe(false)
  api.demoSeeds.mockClear()
  details.open = true
  details.dispatchEvent(new Event('toggle'))
  await vi.waitFor(() => expect(api.demoSeeds).toHaveBeenCalled())
})

it('sends another seed, and says a refusal', async () => {
  const details = await opened()
  const submit = () => details.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true }))
  const input = details.querySelector('input')
  if (input) input.value = ' other '
  submit()
  await vi.waitFor(() => expect(statusOf(details)).toBe('game.demo_changed'))
  expect(api.chooseDemoSeed).toHaveBeenCalledWith('other')
  api.chooseDemoSeed.mockRejectedValueOnce(new PlayRefusal('round_conflict'))
  submit()
  await vi.waitFor(() => expect(statusOf(details)).toContain('game.error_'))
})
