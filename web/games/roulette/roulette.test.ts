import { describe, expect, it, vi } from 'vitest'
import { translator } from '../play/messages'
import type { GameContext } from '../context'
import { PlayApi, PlayRefusal } from '../play/api'
import { type Placement, bySpot, placeBelowMin, refusal, refusedPlace, toBets, total } from './bets'
import { POCKET, POCKETS, TRACK, flight, pocketAngle, touchedDown } from './flight'
import { neighbourBets, neighboursOf } from './neighbours'
import { readRefusal } from './reading'
import { rouletteRules } from './rules'
import { COMBINATIONS, FIELDS, type Field, RED, SPOTS, chipAt, neighbour, spotAt } from './spots'
import { Statistics, often } from './statistics'
import { tableView } from './view'

const fieldOf = (id: string): Field => {
  const found = FIELDS.find((field) => field.id === id)
  if (found === undefined) throw new Error(`no field ${id}`)
  return found
}

describe('the table', () => {
  it.each([
    ['straight', 37],
    ['split', 60],
    ['street', 14],
    ['corner', 23],
    ['six_line', 11],
    ['column', 3],
    ['dozen', 3],
    ['red', 1],
    ['black', 1],
    ['odd', 1],
    ['even', 1],
    ['low', 1],
    ['high', 1],
  ] as const)('has every %s bet of the rules: %i', (kind, count) => {
    expect([...SPOTS.values()].filter((spot) => spot.kind === kind)).toHaveLength(count)
  })

  it('covers as many pockets as its kind says, in rising order', () => {
    const sizes = { straight: 1, split: 2, street: 3, corner: 4, six_line: 6, column: 12, dozen: 12 } as const
    for (const { kind, numbers } of SPOTS.values()) {
      expect(numbers).toHaveLength(kind in sizes ? sizes[kind as keyof typeof sizes] : 18)
      expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
    }
  })

  it('has 18 red numbers, and each line bet lies between its numbers', () => {
    expect(RED.size).toBe(18)
    for (const spot of COMBINATIONS.filter(({ kind }) => kind === 'split' || kind === 'corner')) {
      if (spot.numbers.includes(0)) continue
      const fields = spot.numbers.map((number) => fieldOf(`straight:${number}`))
      expect(spot.x).toBeCloseTo(fields.reduce((sum, { x }) => sum + x, 0) / fields.length)
      expect(spot.y).toBeCloseTo(fields.reduce((sum, { y }) => sum + y, 0) / fields.length)
    }
  })
})

describe('spotAt', () => {
  const field = fieldOf('straight:17')

  it.each([
    [field.x, field.y, 'straight:17'],
    [field.x, field.top + 0.03, 'split:17-18'],
    [field.x + 0.2, field.top + 0.03, 'split:17-18'],
    [field.left + 0.02, field.y, 'split:14-17'],
    [field.left + 0.03, field.top + 0.03, 'corner:14-15-17-18'],
  ])('at %f, %f means %s', (x, y, id) => {
    expect(spotAt(field, x, y).id).toBe(id)
  })

  it('finds streets and six lines at the lower border, and the places beside zero', () => {
    const low = fieldOf('straight:16')
    expect(spotAt(low, low.x, 2.97).id).toBe('street:16-17-18')
    expect(spotAt(low, low.left + 0.02, 2.98).id).toBe('six_line:13-14-15-16-17-18')
    expect(spotAt(fieldOf('straight:1'), 1.02, 2.98).id).toBe('corner:0-1-2-3')
    expect(spotAt(fieldOf('straight:0'), 0.98, 1.5).id).toBe('split:0-2')
  })
})

describe('neighbour', () => {
  it.each([
    ['straight:0', 1, 0, 'straight:2'],
    ['straight:17', 1, 0, 'straight:20'],
    ['straight:17', 0, -1, 'straight:18'],
    ['straight:16', 0, 1, 'dozen'],
    ['straight:36', 1, 0, 'column'],
    ['straight:3', 0, -1, 'straight:3'],
  ])('of %s by %i, %i', (from, dx, dy, expected) => {
    expect(neighbour(fieldOf(from), dx, dy).id.startsWith(expected)).toBe(true)
  })
})

describe('bets', () => {
  const chip = (spot: string, amount: number): Placement => ({ spot, amount_cents: amount })
  const places = [
    { kind: 'straight', min_cents: 10, max_cents: 450 },
    { kind: 'split', min_cents: 10, max_cents: 100 },
    { kind: 'red', min_cents: 50, max_cents: 500 },
  ] as const
  const limits = { max_cents: 500, bets_max: 2, places }
  const red = [...SPOTS.values()].find(({ kind }) => kind === 'red')?.id ?? ''

  it('add up chips on one place and keep the order of the places', () => {
    const chips = [chip('straight:17', 100), chip('split:8-11', 50), chip('straight:17', 25)]
    expect(total(chips)).toBe(175)
    expect([...bySpot(chips)]).toEqual([
      ['straight:17', 125],
      ['split:8-11', 50],
    ])
    expect(toBets(chips)).toEqual([
      { kind: 'straight', numbers: [17], amount_cents: 125 },
      { kind: 'split', numbers: [8, 11], amount_cents: 50 },
    ])
  })

  it.each([
    [[chip('straight:1', 400)], [chip('straight:1', 50)], 1000, undefined],
    [[chip('straight:1', 400)], [chip('straight:1', 51)], 1000, 'place_max'],
    [[chip('split:8-11', 100)], [chip('straight:1', 10), chip('split:8-11', 1)], 1000, 'place_max'],
    [[chip('straight:1', 400)], [chip('straight:2', 101)], 1000, 'limit_max'],
    [[chip('straight:1', 10), chip('straight:2', 10)], [chip('straight:3', 10)], 1000, 'limit_bets'],
    [[chip('straight:1', 400)], [chip('straight:2', 200)], 500, 'balance'],
  ])('are held to the limits', (placed, more, balance, expected) => {
    expect(refusal(placed, more, limits, balance)?.reason).toBe(expected)
  })

  const t = translator({}, 'en')
  const money = (cents: number) => `€${cents / 100}`
  const session = { places, max_cents: 500, rtp: null, wallet: null, mode: 'real', locale: 'en', game: { definition: { max_bets: 2 }, definition_hash: '' } }
  const context = { t, money, session } as unknown as GameContext

  it('name the place that takes no more, or not so little, and its limit', () => {
    const over = refusal([chip('straight:17', 400)], [chip('straight:17', 100)], limits, 1_000)
    expect(over && readRefusal(context, over)).toBe('No more than €4.5 on number 17.')
    const under = placeBelowMin([chip('straight:17', 10), chip(red, 10), chip(red, 30)], limits)
    expect(under && readRefusal(context, under)).toBe('At least €0.5 on red.')
    expect(placeBelowMin([chip(red, 25), chip(red, 25)], limits)).toBeUndefined()
  })

  it('that the server refuses are named by their order on the table', async () => {
    const chips = [chip(red, 50), chip('straight:17', 100), chip('straight:17', 100)]
    const body = { errors: { bets: [{ code: 'VALIDATION.BETS.AMOUNT', message: '', bet: 1, min_cents: 10, max_cents: 150 }] } }
    const hooks = { connection: vi.fn(), unanswered: () => Promise.resolve(), reauthenticate: () => Promise.resolve(false) }
    const surroundings = {
      fetch: () => Promise.resolve(Response.json(body, { status: 422 })),
      timeout: () => new AbortController().signal,
      wait: () => Promise.resolve(),
      uuid: () => 'key',
    }
    const error: unknown = await new PlayApi('token', hooks, surroundings).start({ bets: toBets(chips) }).catch((caught: unknown) => caught)
    const place = error instanceof PlayRefusal ? error.place : undefined
    expect(place).toEqual({ bet: 1, min_cents: 10, max_cents: 150 })
    const told = place && refusedPlace(chips, place)
    expect(told && readRefusal(context, told)).toBe('No more than €1.5 on number 17.')
    expect(place && refusedPlace(chips, { ...place, bet: 2 })).toBeUndefined()
  })

  it('have their limits in the rules of the table', () => {
    const rows = [...rouletteRules(context).querySelectorAll('.pay-list tr')].map((row) => [...row.children].map(({ textContent }) => textContent))
    expect(rows[0]).toEqual(['Number', 'Pays 35 to 1', '€0.1 to €4.5 on each place'])
    expect(rows.at(-1)).toEqual(['Red, black, odd, even, 1 to 18, 19 to 36', 'Pays 1 to 1', '€0.5 to €5 on each place'])
  })
})

describe('flight', () => {
  it.each(POCKETS)('ends in pocket %i, whatever the start', (pocket) => {
    for (const from of [0, -123.4, 5000]) {
      const end = flight(from, pocket, 1)
      expect((((end.angle - pocketAngle(pocket)) % 360) + 360) % 360).toBeCloseTo(0)
      expect(end.radius).toBe(POCKET)
    }
  })

  it('starts where the ball is, on the track, and never turns back', () => {
    const start = flight(77, 17, 0)
    expect((((start.angle - 77) % 360) + 360) % 360).toBeCloseTo(0)
    expect(start.radius).toBe(TRACK)
    const angles = Array.from({ length: 101 }, (_, i) => flight(77, 17, i / 100).angle)
    expect(angles).toEqual(angles.toSorted((a, b) => b - a))
  })

  it('is heard when it touches down', () => {
    expect(touchedDown(0.7, 0.8)).toBe(true)
    expect(touchedDown(0.2, 0.3)).toBe(false)
  })
})

describe('the view of table and wheel', () => {
  it.each([
    ['a phone', 390, 552, 'upright'],
    ['a phone whose browser takes much room', 390, 372, 'over'],
    ['a phone held sideways', 640, 300, 'over'],
    ['a tablet', 768, 730, 'above'],
    ['a tablet held sideways', 1024, 560, 'beside'],
    ['a low window', 1200, 300, 'beside'],
  ] as const)('on %s', (_, width, height, view) => {
    expect(tableView(width, height)).toBe(view)
  })
})

describe('neighbours on the wheel', () => {
  it.each([
    [0, 2, [3, 26, 0, 32, 15]],
    [26, 1, [3, 26, 0]],
    [17, 0, [17]],
  ])('of %i with %i on each side', (pocket, reach, expected) => {
    expect(neighboursOf(pocket, reach)).toEqual(expected)
  })

  it('puts a chip on each number that is covered', () => {
    const place = vi.fn<(spots: readonly { id: string }[]) => void>()
    const t = (key: string, values: Record<string, unknown> = {}) => [key, ...Object.values(values)].join(' ')
    const view = document.body.appendChild(neighbourBets(t as never, place))
    const zero = () => [...view.querySelectorAll<HTMLButtonElement>('.pocket')].find(({ textContent }) => textContent === '0')!
    expect(view.querySelectorAll('.pocket')).toHaveLength(37)
    view.querySelector<HTMLInputElement>('input[value="1"]')?.click()
    expect(zero().getAttribute('aria-label')).toBe('game.roulette_neighbours_of 0 1')
    zero().click()
    expect(place.mock.calls[0]?.[0].map(({ id }) => id)).toEqual(['straight:26', 'straight:0', 'straight:32'])
  })
})

describe('the last numbers', () => {
  it('names those that came more than once, the most frequent first', () => {
    expect(often([7, 3, 7, 9, 3, 7])).toEqual([
      { number: 7, count: 3 },
      { number: 3, count: 2 },
    ])
  })

  it('counts colours', () => {
    const statistics = new Statistics((key: string) => key)
    expect(statistics.view.textContent).toContain('game.session_none')
    for (const number of [0, 1, 2, 3]) statistics.add(number)
    expect([...statistics.view.querySelectorAll('dd')].map(({ textContent }) => textContent)).toEqual(['2', '1', '1'])
  })
})

describe('a chip', () => {
  const spot = (id: string) => SPOTS.get(id)!

  it('lies on its line, and on a field beside what is printed there', () => {
    expect(chipAt(spot('split:8-11'), false)).toEqual({ x: 4 / 14, y: 1.5 / 5 })
    expect(chipAt(spot('split:8-11'), true)).toEqual({ x: 3.5 / 5, y: 4 / 14 })
    const lying = chipAt(spot('straight:8'), false)
    expect(lying.x).toBe(3.5 / 14)
    expect(lying.y).toBeLessThan(1.5 / 5)
    // Upright the fields of numbers are low and wide, those of many numbers high.
    const upright = chipAt(spot('straight:8'), true)
    expect(upright.x).toBeGreaterThan(3.5 / 5)
    expect(upright.y).toBe(3.5 / 14)
    const red = FIELDS.find(({ kind }) => kind === 'red')!
    expect(chipAt(red, true).y).toBeLessThan(red.x / 14)
  })

  it('stays on its field', () => {
    for (const field of FIELDS) {
      const { x, y } = chipAt(field, false)
      expect(Math.abs(x * 14 - field.x) * 2).toBeLessThan(field.width)
      expect(Math.abs(y * 5 - field.y) * 2).toBeLessThan(field.height)
    }
  })
})
