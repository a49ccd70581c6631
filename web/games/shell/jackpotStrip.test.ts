import { beforeEach, describe, expect, it, vi } from 'vitest'
import english from '../../../content/messages/en/game.json'
import type { GameContext } from '../context'
import type { Jackpot } from '../play/jackpots'
import { translator } from '../play/messages'
import type { SiteMessage } from '../../src/domain/gameBridge'
import type { Session } from '../play/types'
import { bringJackpots, JackpotStrip } from './jackpotStrip'

const publications: ((told: { channel: string; data: unknown }) => void)[] = []
vi.mock('../play/socket', () => ({
  socket: () => Promise.resolve({ on: (_: string, hear: (typeof publications)[number]) => publications.push(hear), connect: () => undefined }),
}))

const t = translator(english, 'en')
const level = (id: number, name: 'gold' | 'silver' | 'bronze', amount_cents: number) => ({
  id,
  name,
  amount_cents,
  seed_cents: 5_000,
  must_hit_by_cents: 1_000_000,
  min_bet_cents: 100,
  cycle: 4,
})
const jackpot: Jackpot = {
  identifier: 'vault',
  title: 'The Vault',
  currency: 'EUR',
  levels: [level(1, 'gold', 912_345), level(2, 'silver', 50_000), level(3, 'bronze', 5_000)],
}
const session = {
  mode: 'real',
  locale: 'en',
  currency: { code: 'EUR', subunits_to_unit: 100, fiat: true },
  game: { identifier: 'northlight/firefly-keno', definition: {} },
} as Session
const frame = (...levels: { id: number; amount_cents: number; cycle: number }[]) => ({ identifier: 'vault', levels })

/** The same in a game that has the jackpot to itself. */
const owning = { ...session, game: { ...session.game, definition: { jackpot: { identifier: 'vault', contribution_ppm: 30_000 } } } } as unknown as Session

/** Answers as the site does. */
function site(games: string[]) {
  const ask = vi.fn((path: string) => Promise.resolve(path.startsWith('/api/jackpots?') ? [jackpot] : { jackpot, game_ids: games }))
  return ask as unknown as Parameters<typeof bringJackpots>[1] & typeof ask
}

beforeEach(() => {
  publications.length = 0
  document.body.replaceChildren(document.createElement('main'))
})

/** Opens a game; answers its strip, and what the page and the game tell each other. */
async function opened(of: Session, games: string[], announce = vi.fn()) {
  const listeners: ((message: SiteMessage) => void)[] = []
  const page = { send: vi.fn(), holdFor: vi.fn(), listen: (hear: (typeof listeners)[number]) => listeners.push(hear) }
  const stage = document.querySelector('main')!
  const context = {
    session: of,
    t,
    money: (cents: number) => `${cents} cents`,
    site: page,
    sound: { sting: vi.fn(), fanfare: vi.fn() },
    frame: { stage, root: document.body, announce },
  }
  await bringJackpots(context as unknown as GameContext, site(games))
  return { page, tell: (message: SiteMessage) => listeners.forEach((hear) => hear(message)) }
}

const open = (of: Session, games: string[], announce = vi.fn()) => opened(of, games, announce).then(() => document.querySelector('.jackpots'))

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

describe('a jackpot that the game has to itself', () => {
  const games = ['northlight/firefly-keno']
  const won = { type: 'jackpot_won', id: '7', level: 'silver', amount_cents: 61_234, currency: 'EUR' } as const
  const dialog = () => document.querySelector('dialog')

  beforeEach(() => {
    // The document of the tests knows no modal dialogs.
    HTMLDialogElement.prototype.showModal = vi.fn()
    HTMLDialogElement.prototype.close = function close(this: HTMLDialogElement) {
      this.dispatchEvent(new Event('close'))
    }
  })

  it('has its own look, tells by when it is won, and how full it is', async () => {
    await opened(owning, games)
    const strip = document.querySelector('.own-jackpot')!
    expect(document.querySelector('.jackpots')).toBeNull()
    expect(strip.querySelector('li')?.textContent).toBe('Gold €9,123.45Won by €10,000.00')
    expect(Number(strip.querySelector('li')?.style.getPropertyValue('--filled'))).toBeCloseTo(0.912, 3)
  })

  it('is shown in a demo too, with a word on whose bets count', async () => {
    const { page } = await opened({ ...owning, mode: 'demo' }, games)
    const remarks = [...document.querySelectorAll('.jackpot-remark')].map(({ textContent }) => textContent)
    expect(remarks).toEqual(['These jackpots are fed and won by real-money bets only', 'Real money only'])
    expect(page.send).not.toHaveBeenCalled()
  })

  it('has its wins shown by the game, which the page waits for', async () => {
    const { page, tell } = await opened(owning, games)
    expect(page.send).toHaveBeenCalledWith({ type: 'tells_jackpot', jackpot: 'vault' })
    tell(won)
    await vi.waitFor(() => expect(dialog()?.textContent).toContain('Silver is yours!'))
    expect(dialog()?.textContent).toContain('61234 cents')
    expect(page.holdFor).toHaveBeenCalledOnce()
    expect(page.send).not.toHaveBeenCalledWith({ type: 'jackpot_told', id: '7' })
    dialog()?.querySelector('button')?.click()
    await vi.waitFor(() => expect(page.send).toHaveBeenCalledWith({ type: 'jackpot_told', id: '7' }))
    expect(dialog()).toBeNull()
  })

  it('shows the two levels of one bet one after the other', async () => {
    const { page, tell } = await opened(owning, games)
    tell(won)
    tell({ ...won, id: '8', level: 'bronze' })
    await vi.waitFor(() => expect(dialog()).not.toBeNull())
    expect(document.querySelectorAll('dialog')).toHaveLength(1)
    dialog()?.querySelector('button')?.click()
    await vi.waitFor(() => expect(dialog()?.textContent).toContain('Bronze is yours!'))
    expect(page.send).not.toHaveBeenCalledWith({ type: 'jackpot_told', id: '8' })
    dialog()?.querySelector('button')?.click()
    await vi.waitFor(() => expect(page.send).toHaveBeenCalledWith({ type: 'jackpot_told', id: '8' }))
  })

  it('leaves a win of another wallet to the page', async () => {
    const { page, tell } = await opened(owning, games)
    tell({ ...won, currency: 'NOK' })
    expect(dialog()).toBeNull()
    expect(page.send).toHaveBeenLastCalledWith({ type: 'tells_jackpot', jackpot: null })
  })
})
