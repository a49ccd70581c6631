import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import frozen from '../../../content/games/deep-freeze.json'
import tidal from '../../../content/games/tidal-kings.json'
import { moneyFormat } from '../play/money'
import { recordedRound, replayContext } from '../play/testRounds'
import type { SlotsDefinition, SlotsStep } from '../play/types'
import { startSlots } from './client'
import { likeABrowser } from './testServer'
import { Scene } from './testStage'
import { restingWindow } from './timeline'

vi.mock('./scene', async () => ({ Scene: (await import('./testStage')).Scene }))
vi.mock('./effects', async () => ({ Effects: (await import('./testStage')).Drawn }))
vi.mock('./featureLayer', async () => ({ FeatureLayer: (await import('./testStage')).Drawn }))

beforeEach(likeABrowser)
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Opens the recorded round in its game; `watch` presses once and answers all that was told until it was over. */
async function openReplay(slug: string, definition: object, stepsMin: number) {
  const played = recordedRound(slug, definition, stepsMin)
  const { context, host } = await replayContext(played)
  await startSlots(context)
  const text = (selector: string) => host.querySelector(selector)?.textContent ?? ''
  const watch = async (): Promise<string[]> => {
    const told: string[] = []
    host.querySelector<HTMLButtonElement>('.spin-button')!.click()
    // Ten minutes are more than any round is shown for.
    for (let tick = 0; tick < 3_000 && (tick < 5 || host.querySelector('.spin-button.is-busy') !== null); tick += 1) {
      await vi.advanceTimersByTimeAsync(200)
      if (told.at(-1) !== text('.status')) told.push(text('.status'))
    }
    expect(host.querySelector('.spin-button.is-busy')).toBeNull()
    return told
  }
  const resting = restingWindow(played.round.steps.at(-1) as SlotsStep, definition as SlotsDefinition)
  return { played, watch, resting, win: () => text('.figure.win .value') }
}

const euro = moneyFormat({ code: 'EUR', subunits_to_unit: 100, fiat: true }, 'en')

it('shows free spins one after another as they were seen, and their total at the end, as often as it is asked for', async () => {
  const { played, watch, resting, win } = await openReplay('tidal-kings', tidal, 5)
  for (let look = 0; look < 2; look += 1) {
    const told = await watch()
    expect(told.some((text) => text.startsWith('Free spin 1 of '))).toBe(true)
    expect(Scene.last?.shown).toEqual(resting)
    expect(win()).toBe(euro(played.round.win_cents))
  }
})

it('shows the respins of hold and win until none is left', async () => {
  const { played, watch, win } = await openReplay('deep-freeze', frozen, 4)
  const told = await watch()
  expect(told.some((text) => text.startsWith('Respins left: 3'))).toBe(true)
  expect(win()).toBe(played.round.win_cents === 0 ? '–' : euro(played.round.win_cents))
})
