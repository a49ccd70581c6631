/** What all rounds of tables have: a seed of a chain, and the seeds of the first players. */

import { commitmentOf, sha256 } from './stream'

const MIX_LABEL = 'croupier.crash.players.v1'
/** The client seeds of so many bets are mixed in. */
const PLAYERS_MIXED = 3

/** The part of the players in a round. */
export function mixOf(clientSeeds: readonly string[]): Promise<string> {
  return sha256([MIX_LABEL, ...clientSeeds.slice(0, PLAYERS_MIXED)].join(':'))
}

/** What was published before a chain whose seed at `place`, counted from 1, is this one. Each round takes a hash. */
export async function chainStart(serverSeed: string, place: number): Promise<string> {
  let before = serverSeed
  for (let back = 0; back < place; back += 1) before = await commitmentOf(before)
  return before
}
