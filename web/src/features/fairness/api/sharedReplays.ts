import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { request, type Answer } from '@/api/client'
import { PLAYER_SCOPE } from '@/api/keys'
import { STALE_MS } from '@/api/staleTimes'
import type { RoundProof } from './round'

/** The rounds that the player shares, and how many there may be. */
export type SharedRounds = Answer<'GET', '/api/player/shared_replays'>

/** A round as everybody with its link sees it: `seeds` is null while they are in use. */
export type SharedReplay = Omit<Answer<'GET', '/api/shared_replays/{token}'>, 'bets' | 'game' | 'round'> & {
  bets: RoundProof['bets']
  game: RoundProof['game']
  round: Pick<RoundProof['round'], 'status' | 'currency' | 'stake_cents' | 'bet_cents' | 'win_cents' | 'steps' | 'created_at'>
}

export const sharedRoundsQuery = queryOptions({
  queryKey: [PLAYER_SCOPE, 'shared-replays'],
  queryFn: ({ signal }) => request('GET', '/api/player/shared_replays', { signal }),
  staleTime: STALE_MS.live,
  refetchOnMount: 'always',
})

/** Makes the link of a round; answers its address on this site. A link that the round had counts no longer. */
export async function shareReplay(client: QueryClient, roundId: string): Promise<string> {
  const { token } = await request('POST', '/api/player/shared_replays', { body: { round_id: roundId } })
  await client.invalidateQueries({ queryKey: sharedRoundsQuery.queryKey })
  return new URL(`/replay/${token}`, window.location.origin).href
}

/** Ends the link of a round. */
export async function withdrawReplay(client: QueryClient, roundId: string): Promise<void> {
  await request('DELETE', '/api/player/shared_replays/{id}', { path: { id: roundId } })
  // A list that is on its way may be from before, and so may the answer when several links are ended at once.
  await client.cancelQueries({ queryKey: sharedRoundsQuery.queryKey })
  client.setQueryData(sharedRoundsQuery.queryKey, (known) => known && { ...known, shared: known.shared.filter((round) => round.round_id !== roundId) })
}

/** The round that a link shows; fails with 404 when the link does not count. */
export const sharedReplayQuery = (token: string) =>
  queryOptions({
    queryKey: ['shared-replay', token],
    // What games alone know, the description leaves open.
    queryFn: async ({ signal }) => (await request('GET', '/api/shared_replays/{token}', { path: { token }, signal })) as unknown as SharedReplay,
    staleTime: 0,
  })

/** The proof of a shared round, once its seeds are revealed; null before. */
export function sharedProof(token: string, { round, game, bets, server_seed_hash, seeds }: SharedReplay): { proof: RoundProof; serverSeed: string } | null {
  if (!seeds) return null
  const { server_seed: serverSeed, client_seed, nonce, currency } = seeds
  const nameless = { id: token, game: game.identifier, balance_cents: 0, seed_no: 0, nonce, next: null, seq: null, wallet: null, freespins_id: null }
  const seed = { seed_no: 0, server_seed_hash, server_seed: serverSeed, client_seed, nonce, currency }
  return { serverSeed, proof: { round: { ...round, ...nameless }, game, bets, stake_cents: round.stake_cents, seed, table_round: null } }
}
