import { beforeEach, describe, expect, it, vi } from 'vitest'
import english from '../../../content/messages/en/game.json'
import type { Jackpot } from '../play/jackpots'
import { translator } from '../play/messages'
import type { Session } from '../play/types'
import { bringJackpots, JackpotStrip } from './jackpotStrip'

const publications: ((told: { channel: string; data: unknown }) => void)[] = []
vi.mock('../play/socket', () => ({
  socket: () => Promise.resolve({ on: (_: string, hear: (typeof publications)[number]) => publications.push(hear), connect: () => undefined }),
}))

const t = translator(english, 'en')
const level = (id: number, name: 'gold' | 'silver' | 'bronze', amount_cents: number) => ({ id, name, amount_cents, min_bet_cents: 100, cycle: 4 })
const jackpot: Jackpot = {
  identifier: 'vault',
  title: 'The Vault',
  currency: 'EUR',
  levels: [level(1, 'gold', 912_345), level(2, 'silver', 50_000), level(3, 'bronze', 5_000)],
}
const session = { mode: 'real', locale: 'en', game: { identifier: 'northlight/firefly-keno' } } as Session
const frame = (...levels: { id: number; amount_cents: number; cycle: number }[]) => ({ identifier: 'vault', levels })

/** Answers as the site does. */
function site(games: string[]) {
  const ask = vi.fn((path: string) => Promise.resolve(path.startsWith('/api/jackpots?') ? [jackpot] : { jackpot, game_ids: games }))
  return ask as unknown as Parameters<typeof bringJackpots>[4] & typeof ask
}

beforeEach(() => {
  publications.length = 0
  document.body.replaceChildren(document.createElement('main'))
})

const open = (of: Session, games: string[], announce = vi.fn()) =>
  bringJackpots(document.querySelector('main')!, of, t, announce, site(games)).then(() => document.querySelector('.jackpots'))

describe('jackpots of a game', () => {
  it('stand above it and move with the frames', async () => {
    const announce = vi.fn()
    const strip = await open(session, ['northlight/firefly-keno'], announce)
    const texts = () => [...strip!.querySelectorAll('li')].map(({ textContent }) => textContent)
    expect(texts()).toEqual(['Gold €9,123.45', 'Silver €500.00', 'Bronze €50.00'])
    for (const hear of publications) {
      hear({ channel: 'jackpots_changes', data: frame({ id: 1, amount_cents: 912_400, cycle: 4 }) })
      hear({ channel: 'wins', data: frame({ id: 2, amount_cents: 1, cycle: 9 }) })
      hear({ channel: 'jackpots_changes', data: { ...frame({ id: 2, amount_cents: 1, cycle: 9 }), identifier: 'another' } })
    }
    expect(texts()).toEqual(['Gold €9,124.00', 'Silver €500.00', 'Bronze €50.00'])
    expect(announce).not.toHaveBeenCalled()
  })

  it('are left out where bets do not count: in a demo and in other games', async () => {
    expect(await open({ ...session, mode: 'demo' }, ['northlight/firefly-keno'])).toBeNull()
    expect(await open(session, ['northlight/koi-lanterns'])).toBeNull()
  })

  it('tell once that a level was won, and go on with its next cycle', () => {
    const strip = new JackpotStrip(jackpot, t, 'en')
    expect(strip.hear(frame({ id: 3, amount_cents: 5_010, cycle: 5 }))).toBe('Bronze of The Vault has just been won')
    expect(strip.view.querySelector('.is-won')?.textContent).toBe('Bronze €50.10')
    expect(strip.hear(frame({ id: 3, amount_cents: 5_020, cycle: 5 }))).toBeUndefined()
    // What was told late is not gone back to.
    expect(strip.hear(frame({ id: 3, amount_cents: 49_000, cycle: 4 }, { id: 1, amount_cents: 900_000, cycle: 4 }))).toBeUndefined()
    expect(strip.view.textContent).toContain('€50.20')
    expect(strip.view.textContent).toContain('€9,123.45')
  })
})
