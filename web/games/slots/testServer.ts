import { vi } from 'vitest'
import solar from '../../../content/games/solar-sails.json'
import { type GameMessage, type SiteMessage, fromSite } from '../../src/domain/gameBridge'
import type { GameContext } from '../context'
import { PlayApi } from '../play/api'
import { Balance } from '../play/balance'
import { Gifts } from '../play/gifts'
import { translator } from '../play/messages'
import { moneyFormat } from '../play/money'
import { Site } from '../play/site'
import { Sitting } from '../play/sitting'
import type { PlayGifts, RoundView, Session, SlotsDefinition, SlotsStep } from '../play/types'
import { buildFrame } from '../shell/frame'
import type { Sound } from '../shell/sound'
import { startSlots } from './client'
import { Scene } from './testStage'
import type { Window } from './timeline'

/** What the tests of the slots client stand on: a site that answers calls, and the page around the game. */

type Round = RoundView<SlotsStep>

const sound = new Proxy({}, { get: (_, name) => (name === 'on' ? false : name === 'volume' ? 0 : () => undefined) }) as Sound

const LOST: Window = [
  ['a', 'k', 'q'],
  ['j', 'a', 'k'],
  ['q', 'j', 'a'],
  ['k', 'q', 'j'],
  ['a', 'k', 'q'],
]

/** A spin that wins so much on the first line. */
export function spin(winCents: number, over: Partial<SlotsStep> = {}): SlotsStep {
  const win = {
    kind: 'line',
    symbol: 'a',
    count: 3,
    line: 0,
    ways: null,
    positions: [
      [0, 0],
      [1, 1],
      [2, 2],
    ],
    amount_cents: winCents,
  } as const
  return {
    kind: 'spin',
    stops: [],
    window: LOST,
    wins: winCents > 0 ? [win] : [],
    tumbles: [],
    multiplier: 1,
    win_cents: winCents,
    freespins_awarded: 0,
    ...over,
  }
}

/** A round as the server tells it. */
export function round(over: Partial<Round>): Round {
  const steps = over.steps ?? [spin(0)]
  const win = steps.reduce((sum, step) => sum + step.win_cents, 0)
  return {
    id: 'r1',
    status: over.next ? 'open' : 'finished',
    stake_cents: 20,
    bet_cents: 20,
    win_cents: win,
    balance_cents: 0,
    currency: 'EUR',
    seed_no: 1,
    nonce: 1,
    steps,
    next: null,
    created_at: '',
    seq: null,
    ...over,
  }
}

/** An answer whose body is there at once: a real one takes turns that no test counts. */
function answerOf(body: object, status: number): Response {
  const answer: Partial<Response> = { status, ok: status < 400, headers: new Headers(), json: () => Promise.resolve(body), clone: () => answer as Response }
  return answer as Response
}

/** A call that the game has made. */
interface Call {
  path: string
  body: unknown
  key: string | null
  answer: (body: object, status?: number) => Promise<void>
}

interface Setting {
  session?: Partial<Session<SlotsDefinition, SlotsStep>>
  definition?: unknown
  gifts?: PlayGifts
}

/** Opens a slots game in a page around it. Calls wait until the test answers them. */
export async function openGame({ session: parts = {}, definition = solar, gifts: given }: Setting = {}) {
  localStorage.clear()
  const posted: GameMessage[] = []
  const parent = { postMessage: (message: GameMessage) => posted.push(message) }
  vi.stubGlobal('parent', parent)
  const session = {
    session_id: 's',
    mode: 'real',
    game: { identifier: 'northlight/solar-sails', title: 'Solar Sails', kind: 'slots', definition, definition_hash: '' },
    currency: { code: 'EUR', subunits_to_unit: 100, fiat: true },
    wallet: null,
    locale: 'en',
    balance_cents: 10_000,
    stakes_cents: [20, 100],
    default_stake_cents: 20,
    open_round: null,
    rtp: null,
    rtp_with_jackpot: null,
    min_cents: 20,
    max_cents: 100,
    places: [],
    return_url: null,
    bonus_buy: true,
    controls: { autoplay: false, quick_spin: true, cycle_ms: 0 },
    ...parts,
  } as Session
  /** What the server knows of the balance. */
  const house = { balance: session.balance_cents }
  const calls: Call[] = []
  let keys = 0
  const call = (path: string, init?: RequestInit): Promise<Response> => {
    if (path === '/api/play/session') return Promise.resolve(answerOf({ ...session, balance_cents: house.balance }, 200))
    return new Promise((resolve) => {
      const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined
      const answer = async (answered: object, status = 201): Promise<void> => {
        resolve(answerOf(answered, status))
        await vi.advanceTimersByTimeAsync(0)
      }
      calls.push({ path, body, key: new Headers(init?.headers).get('Idempotency-Key'), answer })
    })
  }
  const api = new PlayApi(
    'token',
    { connection: () => undefined, unanswered: () => Promise.resolve(), reauthenticate: () => Promise.resolve(false) },
    {
      fetch: (path, init) => call(path as string, init),
      timeout: () => new AbortController().signal,
      wait: () => Promise.resolve(),
      uuid: () => `key ${(keys += 1)}`,
    },
  )
  const host = document.createElement('main')
  document.body.replaceChildren(host)
  const site = new Site()
  const t = translator({}, 'en')
  const frame = buildFrame(host, session, t, site)
  const balance = new Balance(session, () => api.session())
  const gifts = new Gifts(session, () => Promise.resolve(given ?? { bonus: null, freespins: [] }))
  site.listen((message) => {
    if (message.type === 'balance') void balance.hear(message)
  })
  const context: GameContext = { session, api, balance, gifts, site, sitting: new Sitting(0), t, money: moneyFormat(session.currency, 'en'), frame, sound }
  await startSlots(context)
  await gifts.refresh()
  const text = (selector: string) => host.querySelector(selector)?.textContent ?? ''
  return {
    host,
    house,
    calls,
    posted,
    types: () => posted.map(({ type }) => type),
    window: () => Scene.last?.shown,
    balance: () => text('.figure.balance .value'),
    win: () => text('.figure.win .value'),
    status: () => text('.status'),
    reader: () => text('.visually-hidden[aria-live]'),
    dialog: () => host.querySelector('dialog.notice'),
    press: async (name: string) => {
      // What asks comes before what lies beneath it.
      const buttons = ['dialog.notice button', 'button'].flatMap((within) => [...host.querySelectorAll<HTMLButtonElement>(within)])
      const found = buttons.find((button) => button.getAttribute('aria-label') === name || button.textContent === name)
      if (found === undefined) throw new Error(`no button ${name}`)
      found.click()
      await vi.advanceTimersByTimeAsync(0)
    },
    /** Lets all that is being shown come to its end. */
    pass: () => vi.advanceTimersByTimeAsync(30_000),
    /** The page around the game tells it something. */
    hear: async (message: SiteMessage) => {
      const event = new MessageEvent('message', { data: fromSite(message), origin: window.location.origin })
      Object.defineProperty(event, 'source', { value: parent })
      window.dispatchEvent(event)
      await vi.advanceTimersByTimeAsync(0)
    },
  }
}

/** Makes the browser do what jsdom does not: dialogs, and a player who wants no motion. */
export function likeABrowser(): void {
  vi.useFakeTimers()
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = () => undefined
    },
  )
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function () {
    this.open = false
    this.dispatchEvent(new Event('close'))
  }
}
