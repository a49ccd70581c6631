/* global document */
import { sha256, toHex, utf8 } from './hash.js'
import { Slots, sumOf } from './slots.js'
import { Stream } from './stream.js'

const REDS = [1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36]
const EVEN_MONEY = {
  red: (n) => REDS.includes(n),
  black: (n) => !REDS.includes(n),
  odd: (n) => n % 2 === 1,
  even: (n) => n % 2 === 0,
  low: (n) => n <= 18,
  high: (n) => n >= 19,
}

function roulette(bets, stream) {
  const pocket = stream.below(37)
  const wins = bets.flatMap(({ kind, numbers, amount_cents }, bet) => {
    const test = EVEN_MONEY[kind]
    const covered = test ? Array.from({ length: 36 }, (_, i) => i + 1).filter(test) : numbers
    return covered.includes(pocket) ? [{ bet, amount_cents: (amount_cents * 36) / covered.length }] : []
  })
  return { kind: 'roulette', pocket, wins, win_cents: sumOf(wins) }
}

/** The numbers of the board stand in a row; each place of the draw is swapped with itself or a later one, and drawn. */
function keno({ numbers, drawn: count, bet_units, pays }, [{ numbers: picks }], stake, stream) {
  const board = Array.from({ length: numbers }, (_, i) => i + 1)
  for (let place = 0; place < count; place += 1) {
    const on = place + stream.below(numbers - place)
    ;[board[place], board[on]] = [board[on], board[place]]
  }
  const drawn = board.slice(0, count)
  const hits = drawn.filter((number) => picks.includes(number))
  return { kind: 'keno', drawn, hits, win_cents: (stake / bet_units) * (pays[picks.length][hits.length] || 0) }
}

/** A round with its seeds, from the answer of the site or from a record that is flat already. */
function flat(answer) {
  if (!answer.round) return answer
  const { seed, game, round, stake_cents, bets } = answer
  return { ...seed, definition: game.definition, definition_hash: game.definition_hash, stake_cents, bets, steps: round.steps }
}

/** The steps of a round; of those shown only the kind of the first is read, which tells a bought round. */
function recompute(record) {
  const { definition, bets, stake_cents, steps } = record
  const streams = (step) => new Stream(record, step)
  if (definition.kind === 'roulette') return [roulette(bets, streams(0))]
  if (definition.kind === 'keno') return [keno(definition, bets, stake_cents, streams(0))]
  const bought = steps[0].kind === 'buy'
  return new Slots(definition).round(bought ? 'buy' : 'spin', stake_cents / (bought ? definition.bonus_buy.cost_x : 1), streams)
}

/** JSON without white space, the fields of each object in the order of their names. */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  return `{${Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`)
    .join(',')}}`
}

/** What is wrong with a round; nothing when all of it holds. */
function check(answer, noted) {
  const record = flat(answer)
  if (!record.server_seed) return ['the server seed is still in use: rotate your seeds first']
  const wrong = []
  const commitment = toHex(sha256(utf8(`croupier.commit.v1:${record.server_seed}`)))
  if (commitment !== record.server_seed_hash || (noted && noted !== commitment)) {
    wrong.push(`the server seed does not fit the hash: it makes ${commitment}`)
  }
  if (toHex(sha256(utf8(canonical(record.definition)))) !== record.definition_hash) {
    wrong.push('the rules are not those that the round names')
  }
  const played = recompute(record)
  record.steps.forEach((shown, index) => {
    for (const field of new Set([...Object.keys(shown), ...Object.keys(played[index] || {})])) {
      const [mine, theirs] = [(played[index] || {})[field], shown[field]].map((value) => (value === undefined ? 'nothing' : canonical(value)))
      if (mine !== theirs) wrong.push(`step ${index}, ${field}: recalculated ${mine}, shown ${theirs}`)
    }
  })
  if (played.length !== record.steps.length) wrong.push('the round has another number of steps')
  return wrong
}

function show(text, noted) {
  const lines = []
  try {
    const content = JSON.parse(text)
    for (const [index, answer] of (Array.isArray(content) ? content : [content]).entries()) {
      const wrong = check(answer, noted)
      lines.push([wrong.length === 0, `Round ${index + 1}: ${wrong.length === 0 ? 'everything holds.' : wrong.join('\n')}`])
    }
  } catch (error) {
    lines.push([false, `This cannot be read: ${error.message}`])
  }
  const result = document.getElementById('result')
  result.replaceChildren(
    ...lines.map(([holds, line]) => {
      const node = document.createElement('pre')
      node.className = holds ? 'holds' : 'fails'
      node.textContent = line
      return node
    }),
  )
}

if (typeof document !== 'undefined') {
  const field = (id) => document.getElementById(id)
  field('verify').addEventListener('click', () => show(field('answer').value, field('noted').value.trim()))
  field('file').addEventListener('change', async () => {
    const [file] = field('file').files
    if (file) field('answer').value = await file.text()
  })
}
