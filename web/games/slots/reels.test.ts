import { letCanvasDraw, bareScene, instant } from './testScene'
import { beforeEach, expect, it, vi } from 'vitest'
import solar from '../../../content/games/solar-sails.json'
import type { SlotsDefinition } from '../play/types'
import type { Sound } from '../shell/sound'
import type { Effects } from './effects'
import { Reels } from './reels'

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
