import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import wheel from '../../../content/games/aurora-roulette.json'
import { recordedRound, replayContext } from '../play/testRounds'
import type { RouletteStep } from '../play/types'
import { likeABrowser } from '../slots/testServer'
import { startRoulette } from './client'

beforeEach(likeABrowser)
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('shows the bets of the round, lets the ball fall where it fell, and keeps the bets for the next look', async () => {
  const recorded = recordedRound('aurora-roulette', wheel, 1)
  // The last bet names no numbers, as the table's own client never sends one.
  const played = { ...recorded, bets: recorded.bets.slice(0, -1) }
  const [step] = played.round.steps as readonly RouletteStep[]
  const { context, host } = await replayContext(played)
  startRoulette(context)
  const text = (selector: string) => host.querySelector(selector)?.textContent ?? ''
  const button = (name: string) => host.querySelector<HTMLButtonElement>(`[aria-label="${name}"]`)!
  expect(text('.figure.total .value')).toBe('€39.00')
  for (let look = 1; look <= 2; look += 1) {
    host.querySelector<HTMLButtonElement>('.spin-button')!.click()
    await vi.advanceTimersByTimeAsync(10_000)
    expect([text('.result'), text('.status')]).toEqual([String(step!.pocket), '31 black. Returned €15.00'])
    expect(text('.figure.win .value')).toBe('€15.00')
    expect([host.querySelectorAll('.history li').length, text('.figure.total .value')]).toEqual([look, '€39.00'])
  }
  for (const name of ['Undo', 'Clear', 'Bet again', 'Double']) expect(button(name).disabled).toBe(true)
})
