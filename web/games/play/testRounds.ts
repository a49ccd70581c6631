import recorded from '../../../crates/games/tests/vectors/rounds.json?raw'
import type { GameContext } from '../context'
import { buildFrame } from '../shell/frame'
import type { Sound } from '../shell/sound'
import { Balance } from './balance'
import { Gifts } from './gifts'
import { translator } from './messages'
import { moneyFormat } from './money'
import { type PlayedRound, ReplayApi, type ReplayWish } from './replay'
import { Site } from './site'
import { Sitting } from './sitting'

/** What tests of replays stand on: recorded rounds, and a page in which a game shows one of them again. */

interface Recorded {
  game: string
  stake_cents: number
  win_cents: number
  bets: PlayedRound['bets']
  steps: PlayedRound['round']['steps']
}

/** How the tests ask for a round. */
export const WISH: ReplayWish = { of: { round: '7' }, subunits_to_unit: 100, fiat: true }

const sound = new Proxy({}, { get: (_, name) => (name === 'on' ? false : name === 'volume' ? 0 : () => undefined) }) as Sound

/** A recorded round of a game that has at least so many steps. */
export function recordedRound(slug: string, definition: object, stepsMin: number): PlayedRound {
  const found = (JSON.parse(recorded) as Recorded[]).find(({ game, steps }) => game === slug && steps.length >= stepsMin)
  if (found === undefined) throw new Error(`no round of ${slug}`)
  const { stake_cents, win_cents, steps, bets } = found
  const round = { id: '7', status: 'finished', currency: 'EUR', stake_cents, bet_cents: stake_cents, win_cents, steps, next: null }
  return { round, bets, game: { identifier: `northlight/${slug}`, title: slug, definition, definition_hash: 'a' } } as unknown as PlayedRound
}

/** What a game that shows `replay` again is started with, in a page of its own. */
export async function replayContext(replay: PlayedRound): Promise<{ context: GameContext; host: HTMLElement }> {
  localStorage.clear()
  const host = document.createElement('main')
  document.body.replaceChildren(host)
  const api = new ReplayApi(replay, WISH, 'en')
  const session = await api.session()
  const [site, t] = [new Site(), translator({}, 'en')]
  const context: GameContext = {
    session,
    api,
    site,
    t,
    sound,
    replay,
    balance: new Balance(session, () => api.session()),
    gifts: new Gifts(session, () => api.gifts()),
    sitting: new Sitting(0),
    money: moneyFormat(session.currency, 'en'),
    frame: buildFrame(host, session, t, site),
  }
  return { context, host }
}
