import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import type { SlotsDefinition } from '../play/types'
import { BLUR_HEIGHT, PASSES } from './blur'
import { band } from './glint'
import { bounce } from './reel'
import { SYMBOL_PIXELS } from './sheet'
import { type SymbolClass, BREATH, LANDING, REST_MOTIONS, WIN_MOTIONS, poseAt, symbolClasses } from './symbolMotion'
import { waySteps } from './traces'

// What is calculated here draws nothing.
vi.mock('pixi.js', () => ({}))

const GAMES = join(import.meta.dirname, '../../../content/games')
const DEFINITIONS = readdirSync(GAMES)
  .map((file) => JSON.parse(readFileSync(join(GAMES, file), 'utf8')) as SlotsDefinition)
  .filter(({ kind }) => kind === 'slots')

const STILL = { x: 0, y: 0, width: 1, height: 1, turn: 0 }
const MOTIONS = [...Object.values(WIN_MOTIONS), ...Object.values(REST_MOTIONS), LANDING, BREATH]

it('a stopping reel swings through its place and comes to rest in it', () => {
  const path = Array.from({ length: 101 }, (_, i) => bounce(i / 100))
  expect([path[0], Math.abs(path.at(-1)!)]).toEqual([1, 0])
  expect(Math.min(...path)).toBeLessThan(-0.02)
  expect(Math.max(...path.slice(80).map(Math.abs))).toBeLessThan(0.05)
})

it('a blur is even: its copies lie equally far apart, and as far to either side', () => {
  const [fine, coarse] = PASSES
  const shifts = fine!.flatMap((first) => coarse!.map((second) => first + second)).toSorted((a, b) => a - b)
  const gaps = shifts.slice(1).map((shift, i) => shift - shifts[i]!)
  expect(new Set(gaps)).toEqual(new Set([gaps[0]]))
  expect(shifts[0]! + shifts.at(-1)!).toBe(0)
  // Within the room that a symbol has in the sheet, so that it runs into no other.
  expect(shifts.at(-1)!).toBeLessThanOrEqual(((BLUR_HEIGHT - 1) * SYMBOL_PIXELS) / 4)
  expect(gaps[0]).toBeLessThanOrEqual(2)
})

describe('what symbols do', () => {
  it('begins and ends at their place', () => {
    for (const motion of MOTIONS)
      for (const share of [0, 1]) {
        for (const [track, value] of Object.entries(STILL)) expect(poseAt(motion, share)[track as keyof typeof STILL]).toBeCloseTo(value)
      }
  })

  it('is told in keys of rising time, so that no symbol jumps', () => {
    for (const { size, squash, rise, turn, glint } of MOTIONS)
      for (const keys of [size, squash, rise, turn, glint]) {
        const times = keys?.map(([at]) => at) ?? [0, 1]
        expect([times[0], times.at(-1), times]).toEqual([0, 1, times.toSorted((a, b) => a - b)])
      }
  })

  it('stays within the window while other reels turn', () => {
    for (const motion of [LANDING, BREATH]) {
      const highest = Math.max(...Array.from({ length: 51 }, (_, i) => poseAt(motion, i / 50).height))
      // A symbol at rest takes this share of its cell.
      expect(highest * 0.92).toBeLessThanOrEqual(1)
      expect(highest).toBeGreaterThan(1.03)
    }
  })

  it('is more for those that pay more', () => {
    const widest = (kind: SymbolClass): number => Math.max(...Array.from({ length: 50 }, (_, i) => Math.abs(poseAt(WIN_MOTIONS[kind], i / 50).turn)))
    expect([widest('low') === 0, widest('high') > 0, widest('special') > widest('high')]).toEqual([true, true, true])
  })
})

it.each(DEFINITIONS.map((definition) => [definition.title, definition] as const))('%s has symbols of every class it can have', (_, definition) => {
  const classes = symbolClasses(definition)
  expect([...classes.keys()]).toEqual(definition.symbols.map(({ id }) => id))
  const regular = definition.symbols.filter(({ role }) => role === 'regular')
  const most = (id: string): number => Math.max(...Object.values(definition.pays[id]!))
  const least = Math.min(...regular.filter(({ id }) => classes.get(id) === 'high').map(({ id }) => most(id)))
  for (const { id } of regular.filter(({ id }) => classes.get(id) === 'low')) expect(most(id)).toBeLessThanOrEqual(least)
  for (const { id, role } of definition.symbols) if (role === 'wild' || role === 'scatter') expect(classes.get(id)).toBe('special')
})

it('a glint stays inside its symbol, and is outside at both ends of its way', () => {
  for (let i = 0; i <= 20; i += 1) for (const corner of band(i / 20)) expect([corner >= 0, corner <= 1]).toEqual([true, true])
  expect(
    band(0)
      .filter((_, i) => i % 2 === 0)
      .every((x) => x < 0.001),
  ).toBe(true)
  expect(
    band(1)
      .filter((_, i) => i % 2 === 0)
      .every((x) => x > 0.999),
  ).toBe(true)
})

it('the ways of a win lead from each cell to all of the next reel', () => {
  expect(
    waySteps([
      [0, 1],
      [1, 0],
      [1, 2],
      [2, 2],
    ]),
  ).toEqual([
    [
      [0, 1],
      [1, 0],
    ],
    [
      [0, 1],
      [1, 2],
    ],
    [
      [1, 0],
      [2, 2],
    ],
    [
      [1, 2],
      [2, 2],
    ],
  ])
})
