import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import type { KenoDefinition } from '../play/kenoTypes.ts'
import type { Bet, CrashDefinition, RoundView, RouletteDefinition, SlotsDefinition, SlotsStep, TableWager } from '../play/types.ts'
import { spin } from './outcomes.ts'
import { MockTable } from './table.ts'

/** What a made-up round is wanted to show; part of the token: `solar-sails~freespins`. */
type Wish = 'any' | 'win' | 'big' | 'freespins' | 'lose'

interface Player {
  slug: string
  wish: Wish
  balance: number
  rounds: Map<string, RoundView>
}

type AnyDefinition = SlotsDefinition | RouletteDefinition | CrashDefinition | KenoDefinition

const STAKES = [20, 40, 60, 100, 200, 400, 1000, 2000, 5000, 10000]
const CHIPS = [10, 50, 100, 500, 1000, 5000]
/** What the places of the table take, as at a table of 500. */
const PLACES = [
  ...(['straight', 'split', 'street', 'corner', 'six_line'] as const).map((kind, at) => ({
    kind,
    min_cents: 10,
    max_cents: [1_000, 2_000, 3_000, 4_000, 6_000][at],
  })),
  ...['column', 'dozen'].map((kind) => ({ kind, min_cents: 50, max_cents: 25_000 })),
  ...['red', 'black', 'odd', 'even', 'low', 'high'].map((kind) => ({ kind, min_cents: 50, max_cents: 50_000 })),
]

/**
 * A made-up play API for working on the clients without a server. It serves
 * only in Vite's development server and is no part of a build.
 */
export function mockPlay(publicDir: string, contentDir: string): Plugin {
  const players = new Map<string, Player>()
  const definition = (slug: string) => JSON.parse(readFileSync(join(contentDir, `games/${slug}.json`), 'utf8')) as AnyDefinition
  let table: MockTable | undefined
  const playerOf = (request: IncomingMessage): Player => {
    const token = request.headers.authorization?.slice('Bearer '.length) ?? ''
    const [slug = 'solar-sails', wish = 'any'] = token.split('~')
    const known = players.get(token)
    if (known !== undefined) return known
    const player: Player = { slug, wish: wish as Wish, balance: 125_000, rounds: new Map() }
    players.set(token, player)
    return player
  }
  return {
    name: 'croupier:mock-play',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const url = request.url ?? ''
        if (url.startsWith('/art/')) void sendFile(join(publicDir, url), response)
        else if (url.startsWith('/api/tables/') || url.startsWith('/api/play/table/')) {
          table ??= new MockTable(definition('polar-ascent') as CrashDefinition)
          void atTable(request, response, playerOf(request), table)
        } else if (url.startsWith('/api/play/')) void answer(request, response, playerOf(request), definition)
        else next()
      })
    },
  }
}

async function sendFile(path: string, response: ServerResponse): Promise<void> {
  const bytes = await readFile(path).catch(() => null)
  response.statusCode = bytes === null ? 404 : 200
  response.setHeader('Content-Type', path.endsWith('.json') ? 'application/json' : 'image/webp')
  response.end(bytes ?? '')
}

async function answer(request: IncomingMessage, response: ServerResponse, player: Player, load: (slug: string) => AnyDefinition): Promise<void> {
  const send = (status: number, body: object) => {
    response.statusCode = status
    response.setHeader('Content-Type', 'application/json')
    response.end(JSON.stringify(body))
  }
  const url = request.url ?? ''
  const definition = load(player.slug)
  if (url === '/api/play/session') {
    send(200, {
      session_id: 'mock',
      mode: 'demo',
      game: { identifier: `northlight/${player.slug}`, title: definition.title, kind: definition.kind, definition },
      currency: { code: 'EUR', subunits_to_unit: 100, fiat: true },
      wallet: null,
      locale: 'en',
      balance_cents: player.balance,
      stakes_cents: definition.kind === 'roulette' ? CHIPS : STAKES,
      default_stake_cents: definition.kind === 'slots' ? 100 : 100,
      seed: { seed_no: 1, server_seed_hash: '0'.repeat(64), client_seed: 'mock', nonce: 0 },
      open_round: [...player.rounds.values()].find(({ status }) => status === 'open') ?? null,
      rtp: '96.12',
      rtp_with_jackpot: null,
      min_cents: 10,
      max_cents: 50_000,
      places: definition.kind === 'roulette' ? PLACES : [],
      return_url: '/',
      bonus_buy: true,
      controls: { autoplay: true, quick_spin: true, cycle_ms: 0 },
    })
    return
  }
  if (url === '/api/play/gifts') {
    send(200, { bonus: null, freespins: [] })
    return
  }
  if (definition.kind === 'crash') throw new Error('a bet is placed at the table')
  const body = JSON.parse(await text(request)) as { stake_cents?: number; bets?: Bet[] }
  const round = url === '/api/play/rounds' ? start(player, definition, body) : go(player, definition, url)
  send(201, round)
}

/** The calls of a table that all share. */
async function atTable(request: IncomingMessage, response: ServerResponse, player: Player, table: MockTable): Promise<void> {
  const send = (status: number, body: object) => {
    response.statusCode = status
    response.setHeader('Content-Type', 'application/json')
    response.end(JSON.stringify(body))
  }
  const url = request.url ?? ''
  const view = table.view((cents) => (player.balance += cents))
  if (url.startsWith('/api/tables/')) return send(200, view)
  if (request.method === 'GET') return send(200, { bets: table.bets, balance_cents: player.balance })
  const cashes = url.endsWith('/cashout')
  const bet = cashes ? table.cashOut(url.split('/').at(-2) ?? '') : table.place(JSON.parse(await text(request)) as TableWager)
  if (bet === undefined) return send(409, { error: { code: cashes ? 'cashout_too_late' : 'betting_closed', message: '' } })
  player.balance += cashes ? bet.win_cents : -bet.stake_cents
  send(cashes ? 200 : 201, { bet, balance_cents: player.balance })
}

async function text(request: IncomingMessage): Promise<string> {
  let all = ''
  for await (const chunk of request) all += String(chunk)
  return all
}

function start(player: Player, definition: SlotsDefinition | RouletteDefinition | KenoDefinition, body: { stake_cents?: number; bets?: Bet[] }): RoundView {
  const stake = body.stake_cents ?? (body.bets ?? []).reduce((sum, bet) => sum + bet.amount_cents, 0)
  const blank = {
    id: crypto.randomUUID(),
    stake_cents: stake,
    bet_cents: stake,
    currency: 'EUR',
    seed_no: 1,
    nonce: player.rounds.size,
    created_at: new Date().toISOString(),
    seq: null,
  }
  player.balance -= stake
  if (definition.kind === 'roulette') {
    const pocket = Math.floor(Math.random() * 37)
    const wins = (body.bets ?? []).flatMap((bet, index) =>
      bet.numbers.includes(pocket) ? [{ bet: index, amount_cents: (bet.amount_cents * 36) / bet.numbers.length }] : [],
    )
    const win = wins.reduce((sum, { amount_cents: amount }) => sum + amount, 0)
    player.balance += win
    return {
      ...blank,
      status: 'finished',
      win_cents: win,
      balance_cents: player.balance,
      steps: [{ kind: 'roulette', pocket, wins, win_cents: win }],
      next: null,
    }
  }
  if (definition.kind === 'keno') {
    const board = Array.from({ length: definition.numbers }, (_, i) => i + 1)
    const drawn = Array.from({ length: definition.drawn }, () => board.splice(Math.floor(Math.random() * board.length), 1)).flat()
    const picks = body.bets?.[0]?.numbers ?? []
    const hits = drawn.filter((number) => picks.includes(number))
    const win = (stake / definition.bet_units) * (definition.pays[picks.length]?.[hits.length] ?? 0)
    player.balance += win
    return { ...blank, status: 'finished', win_cents: win, balance_cents: player.balance, steps: [{ kind: 'keno', drawn, hits, win_cents: win }], next: null }
  }
  const step = wanted(player.wish, definition, stake)
  return keep(player, { ...blank, status: 'open', win_cents: 0, balance_cents: 0, steps: [], next: null }, step, step.freespins_awarded)
}

function wanted(wish: Wish, definition: SlotsDefinition, stake: number): SlotsStep {
  let step = spin(definition, stake, false)
  const fits = () =>
    wish === 'any' ||
    (wish === 'win' && step.win_cents > stake && step.freespins_awarded === 0) ||
    (wish === 'big' && step.win_cents > stake * 15) ||
    (wish === 'freespins' && step.freespins_awarded > 0) ||
    (wish === 'lose' && step.win_cents === 0)
  for (let i = 0; i < 200_000 && !fits(); i += 1) step = spin(definition, stake, false)
  return step
}

function go(player: Player, definition: SlotsDefinition | RouletteDefinition | KenoDefinition, url: string): RoundView {
  const round = player.rounds.get(url.split('/')[4] ?? '')
  if (round === undefined || definition.kind !== 'slots') throw new Error('no such round')
  const step = spin(definition, round.stake_cents, true)
  return keep(player, round, step, (round.next?.left ?? 1) - 1)
}

function keep(player: Player, round: RoundView, step: SlotsStep, left: number): RoundView {
  player.balance += step.win_cents
  const next: RoundView = {
    ...round,
    steps: [...round.steps, step],
    win_cents: round.win_cents + step.win_cents,
    balance_cents: player.balance,
    next: left > 0 ? { kind: 'freespin', left, total: Math.max(left, round.next?.total ?? 0) } : null,
    status: left > 0 ? 'open' : 'finished',
  }
  player.rounds.set(round.id, next)
  return next
}
