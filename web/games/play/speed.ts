import { readStored, writeStored } from '../../src/platform/stored'
import type { Session } from './types'

/** Where the choice of quick spins is kept in the browser: for each game. */
const keyOf = ({ game }: Pick<Session, 'game'>): string => `turbo ${game.identifier}`

/** Whether this game was last played with quick spins. */
export function wasTurbo(session: Pick<Session, 'game'>): boolean {
  return readStored(() => localStorage, keyOf(session)) === 'true'
}

/** Keeps the choice for the next visit to this game. */
export function keepTurbo(session: Pick<Session, 'game'>, isOn: boolean): void {
  writeStored(() => localStorage, keyOf(session), String(isOn))
}
