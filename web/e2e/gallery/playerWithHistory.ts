import type { Page } from '@playwright/test'
import { deposit } from '../support/cashbox.ts'
import { call, signUpQuietly, tellPerson } from '../support/player.ts'

const GAME = 'northlight/aurora-roulette'
const FAVOURITES = ['northlight/solar-sails', 'northlight/deep-freeze', 'northlight/velvet-noir']
const ROUNDS = 4

/** Signs the page's browser in as a player who has told who they are, paid in, played and chosen favourites. */
export async function becomePlayerWithHistory(page: Page): Promise<void> {
  await signUpQuietly(page)
  await tellPerson(page)
  await deposit(page, '100')
  for (const game of FAVOURITES) await call(page, 'PUT', `/api/player/favorite_games/${encodeURIComponent(game)}`)
  const launch = { identifier: GAME, mode: 'real', device: 'desktop', currency: 'EUR' }
  const { launch_url: url } = (await call(page, 'POST', '/api/games/launch', launch)) as { launch_url: string }
  const headers = { Authorization: `Bearer ${url.split('#session=')[1] ?? ''}` }
  const bets = [{ kind: 'straight', numbers: [17], amount_cents: 100 }]
  for (let round = 0; round < ROUNDS; round += 1) await call(page, 'POST', '/api/play/rounds', { bets }, headers)
}
