import { letCanvasDraw, bareScene, instant } from './testScene'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import solar from '../../../content/games/solar-sails.json'
import type { SlotsDefinition } from '../play/types'
import type { Sound } from '../shell/sound'
import type { Effects } from './effects'
import { Reels } from './reels'
import type { Scene } from './scene'
import type { Window } from './timeline'

const SOLAR = solar as unknown as SlotsDefinition
const LANDED = [
  ['sun', 'a', 'k'],
  ['a', 'k', 'q'],
  ['j', 'a', 'sun'],
  ['a', 'sun', 'k'],
  ['j', 'a', 'k'],
]

beforeEach(letCanvasDraw)

/** Stops the reels; answers what was shown and heard meanwhile, in order. */
async function land(anticipation: boolean[]): Promise<string[]> {
  const scene = bareScene(
    SOLAR,
    LANDED.map(() => ['a', 'k', 'q']),
  )
  const seen: string[] = []
  const told = (name: string) => (of?: unknown) => {
    seen.push(of === undefined ? name : `${name} ${JSON.stringify(of)}`)
    return Promise.resolve()
  }
  const effects = { mark: told('mark'), unmark: told('unmark'), land: told('land'), breathe: told('breathe') } as unknown as Effects
  const sound = { stop: () => undefined, scatter: told('scatter'), anticipation: () => undefined } as unknown as Sound
  for (const [i, reel] of scene.reels.entries()) {
    vi.spyOn(reel, 'stop').mockImplementation(() => {
      seen.push(`stopping ${i}`)
      return Promise.resolve()
    })
  }
  const reels = new Reels(scene, SOLAR, effects, instant(), sound)
  await reels.land(LANDED, anticipation)
  return seen
}

it('shows each scatter that lands', async () => {
  const seen = await land([])
  expect(seen.filter((one) => /^(land|scatter)/u.test(one))).toEqual(['scatter 1', 'land [[0,0]]', 'scatter 2', 'land [[2,2]]', 'scatter 3', 'land [[3,1]]'])
})

it('lets those breathe that wait, and keeps the mark until the reel that is waited for has stopped', async () => {
  const seen = await land([false, false, false, true, true])
  expect(seen.slice(seen.indexOf('mark 3'))).toEqual([
    'mark 3',
    'breathe [[0,0],[2,2]]',
    'stopping 3',
    'unmark',
    'scatter 3',
    'land [[3,1]]',
    'mark 4',
    'breathe [[0,0],[2,2],[3,1]]',
    'stopping 4',
    'unmark',
  ])
})

describe('what stands on the reels before the first spin', () => {
  const GAMES = join(import.meta.dirname, '../../../content/games')
  const definitions = readdirSync(GAMES)
    .map((file) => JSON.parse(readFileSync(join(GAMES, file), 'utf8')) as SlotsDefinition)
    .filter(({ kind }) => kind === 'slots')
  const windowOf = (definition: SlotsDefinition): Window => new Reels({} as Scene, definition, {} as Effects, instant(), {} as Sound).window

  it.each(definitions.map((definition) => [definition.title, definition] as const))('in %s is what its reels can show, and has not won', (_, definition) => {
    const { evaluation, pays, reel_set: set, scatter, symbols, reels, rows } = definition
    const window = windowOf(definition)
    expect(window.length).toBe(reels)
    for (const [reel, column] of window.entries()) {
      expect(column.length).toSatisfy((cells: number) => cells > 0 && cells <= rows)
      const own = set.kind === 'strips' ? set.strips[reel]! : Object.keys(set.kind === 'cells' ? set.weights : set.weights[reel]!)
      for (const symbol of column) expect(own).toContain(symbol)
    }
    const idsOf = (...roles: string[]) => symbols.filter(({ role }) => roles.includes(role)).map(({ id }) => id)
    const wilds = idsOf('wild', 'wild_scatter')
    const scatters = window.flat().filter((id) => idsOf('scatter', 'wild_scatter').includes(id)).length
    expect([...Object.keys(scatter?.pays ?? {}), ...Object.keys(scatter?.freespins ?? {})].some((count) => scatters >= Number(count))).toBe(false)
    const isPaid = (id: string, count: number) => Object.keys(pays[id] ?? {}).some((least) => count >= Number(least))
    if (evaluation.kind === 'lines') {
      for (const line of evaluation.lines) {
        const cells = line.map((row, reel) => window[reel]![row]!)
        const symbol = cells.find((id) => !wilds.includes(id)) ?? cells[0]!
        const count = cells.findIndex((id) => id !== symbol && !wilds.includes(id))
        expect(isPaid(symbol, count === -1 ? cells.length : count)).toBe(false)
      }
    } else if (evaluation.kind === 'ways') {
      for (const { id } of symbols) {
        const count = window.findIndex((column) => !column.some((one) => one === id || wilds.includes(one)))
        expect(isPaid(id, count === -1 ? reels : count)).toBe(false)
      }
    } else if (evaluation.kind === 'pay_anywhere') {
      for (const { id } of symbols) expect(isPaid(id, window.flat().filter((one) => one === id).length)).toBe(false)
    } else {
      // No symbol touches another of its kind: there is no cluster.
      for (const [reel, column] of window.entries())
        for (const [row, id] of column.entries()) expect([column[row + 1], window[reel + 1]?.[row]]).not.toContain(id)
    }
  })
})
