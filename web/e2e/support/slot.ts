import type { Page } from '@playwright/test'
import { call } from './player.ts'

interface Round {
  id: string
  steps: unknown[]
  next: unknown
}

/** The token of a session of a pokie for real money, without its screen. */
export async function openSlot(page: Page, identifier: string): Promise<string> {
  const launch = { identifier, mode: 'real', device: 'desktop', currency: 'EUR' }
  const { launch_url: url } = (await call(page, 'POST', '/api/games/launch', launch)) as { launch_url: string }
  return url.split('#session=')[1] ?? ''
}

/** Plays a round of a pokie to its end, as the game's client does. */
export async function playRound(page: Page, token: string, stakeCents: number): Promise<void> {
  const bearer = { Authorization: `Bearer ${token}` }
  let round = (await call(page, 'POST', '/api/play/rounds', { stake_cents: stakeCents }, bearer)) as Round
  while (round.next !== null) {
    round = (await call(page, 'POST', `/api/play/rounds/${round.id}/steps`, { step: round.steps.length }, bearer)) as Round
  }
}
