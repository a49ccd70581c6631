import { type Hooks, PlayApi, PlayRefusal } from './api'
import type { KenoDefinition, KenoStep } from './kenoTypes'
import type { Bet, Currency, PlayGifts, RouletteDefinition, RouletteStep, RoundView, Session, SlotsDefinition, SlotsStep } from './types'

type Definition = SlotsDefinition | RouletteDefinition | KenoDefinition
type Step = SlotsStep | RouletteStep | KenoStep
type Round = RoundView<Step>

/** A finished round as its proof tells it: the steps as they were shown, and the rules it was played under. */
export interface PlayedRound {
  round: Round
  game: { identifier: string; title: string; definition: Definition; definition_hash: string }
  bets: readonly Bet[]
}

/** Which round is to be shown again, and how its amounts are written. */
export interface ReplayWish {
  /** The number of a round of the player's own, or the token of a link that shows anybody's. */
  of: { round: string } | { token: string }
  subunits_to_unit: number
  fiat: boolean
}

/** Nobody waits for a replay: what goes wrong is told. */
const NO_HOOKS: Hooks = {
  connection: () => undefined,
  unanswered: () => Promise.reject(new PlayRefusal('no_answer')),
  reauthenticate: () => Promise.resolve(false),
}

/** What a link does not tell of a round, and the game does not show. */
const UNTOLD = { id: 'shared', seed_no: 0, nonce: 0, balance_cents: 0, next: null, seq: null }

/** Reads which round the fragment of the address asks to be shown again; null where it names none. */
export function replayWish(fragment: URLSearchParams): ReplayWish | null {
  const [round, token] = [fragment.get('replay'), fragment.get('shared')]
  const subunits = Number(fragment.get('subunits'))
  const of = round !== null ? { round } : token !== null ? { token } : null
  if (of === null) return null
  return { of, subunits_to_unit: Number.isInteger(subunits) && subunits > 0 ? subunits : 100, fiat: fragment.get('fiat') !== 'false' }
}

const addressOf = (of: ReplayWish['of']): string =>
  'round' in of ? `/api/player/fairness/rounds/${encodeURIComponent(of.round)}` : `/api/shared_replays/${encodeURIComponent(of.token)}`

/** Asks for a round of the player who is signed in to the site around the game, or for one that a link shows. */
export async function playedRound({ of }: ReplayWish, ask: typeof fetch = (input, init) => fetch(input, init)): Promise<PlayedRound> {
  const response = await ask(addressOf(of), {
    headers: { Accept: 'application/json' },
    credentials: 'same-origin',
    cache: 'no-store',
  })
  if (!response.ok) throw new PlayRefusal(response.status === 401 ? 'unauthorized' : 'game_unavailable')
  const told = (await response.json()) as PlayedRound
  const played = { ...told, round: { ...UNTOLD, ...told.round } }
  if (played.round.status !== 'finished' || played.round.steps.length === 0) throw new PlayRefusal('game_unavailable')
  return played
}

/** Stands in for the play API: it answers with the steps of a round that is over, and moves nothing. */
export class ReplayApi extends PlayApi {
  readonly #played: PlayedRound
  readonly #session: Session

  constructor(played: PlayedRound, wish: ReplayWish, locale: string) {
    super('', NO_HOOKS)
    this.#played = played
    this.#session = sessionOf(played, { code: played.round.currency, subunits_to_unit: wish.subunits_to_unit, fiat: wish.fiat }, locale)
  }

  override session(): Promise<Session> {
    return Promise.resolve(this.#session)
  }

  override gifts(): Promise<PlayGifts> {
    return Promise.resolve({ bonus: null, freespins: [] })
  }

  override start(): Promise<Round> {
    return Promise.resolve(roundUntil(this.#played, 1))
  }

  override step(_: string, step: number): Promise<Round> {
    return Promise.resolve(roundUntil(this.#played, step + 1))
  }
}

/** The round as it stood after so many steps. */
export function roundUntil({ round, game }: PlayedRound, shown: number): Round {
  const steps = round.steps.slice(0, shown)
  const next = nextOf(round.steps, shown, game.definition)
  return { ...round, steps, next, status: next === null ? 'finished' : 'open', win_cents: steps.reduce((sum, step) => sum + step.win_cents, 0), seq: null }
}

/** What was due after so many steps, as the server told it then. */
function nextOf(steps: readonly Step[], shown: number, definition: Definition): Round['next'] {
  const due = steps[shown]
  if (due === undefined || definition.kind !== 'slots') return null
  const before = steps.slice(0, shown).filter((step): step is SlotsStep => 'freespins_awarded' in step)
  if (due.kind !== 'respin') {
    const total = before.reduce((sum, { freespins_awarded: awarded }) => sum + awarded, 0)
    return { kind: 'freespin', left: total - before.filter(({ kind }) => kind === 'freespin').length, total }
  }
  const { hold_and_win: hold } = definition
  if (hold === undefined) return { kind: 'respin', left: 1, total: 1 }
  // Each coin that has landed counts the respins anew.
  const left = before.reduce((sum, step, i) => {
    const landed = (step.coins?.length ?? 0) > (before[i - 1]?.coins?.length ?? 0)
    return step.kind !== 'respin' || landed ? hold.respins : sum - 1
  }, hold.respins)
  return { kind: 'respin', left, total: hold.respins }
}

function sessionOf({ round, game }: PlayedRound, currency: Currency, locale: string): Session {
  return {
    session_id: `replay ${round.id}`,
    mode: 'real',
    game: { ...game, kind: game.definition.kind },
    currency,
    wallet: null,
    locale,
    balance_cents: round.stake_cents,
    stakes_cents: [round.bet_cents],
    default_stake_cents: round.bet_cents,
    seed: { seed_no: round.seed_no, server_seed_hash: '', nonce: round.nonce },
    open_round: null,
    rtp: null,
    rtp_with_jackpot: null,
    min_cents: 0,
    max_cents: round.stake_cents,
    places: [],
    return_url: null,
    bonus_buy: false,
    controls: { autoplay: false, quick_spin: true, cycle_ms: 0 },
  }
}
