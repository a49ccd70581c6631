import { isObject } from '@/platform/shapes'
import { readStored, writeStored } from '@/platform/stored'

const STORAGE_KEY = 'croupier.seed_hashes'
const COUNT_MAX = 20
const device = () => window.localStorage

/** The hash that was first shown of a seed: a wallet's currency and the seed's number name it. */
interface Seen {
  currency: string
  number: number
  hash: string
}

function isSeen(entry: unknown): entry is Seen {
  return isObject(entry) && typeof entry.currency === 'string' && typeof entry.number === 'number' && typeof entry.hash === 'string'
}

/** What was noted for this player; what was noted for another, or cannot be read, is nothing. */
function read(player: number): Seen[] {
  try {
    const kept: unknown = JSON.parse(readStored(device, STORAGE_KEY) ?? 'null')
    return isObject(kept) && kept.player === player && Array.isArray(kept.hashes) ? kept.hashes.filter(isSeen) : []
  } catch {
    return []
  }
}

/** The hash of a seed that this browser was shown first, while the seed was still secret. */
export function seenHash(player: number, currency: string, number: number): string | undefined {
  return read(player).find((seen) => seen.currency === currency && seen.number === number)?.hash
}

/** Whether this browser was shown a hash of any seed of a wallet. */
export const hasSeenHashes = (player: number, currency: string): boolean => read(player).some((seen) => seen.currency === currency)

/** Notes the hash of a seed that is still secret, unless one was noted already. */
export function noteHash(player: number, currency: string, number: number, hash: string): void {
  if (seenHash(player, currency, number) !== undefined) return
  const hashes = [...read(player), { currency, number, hash }].slice(-COUNT_MAX)
  writeStored(device, STORAGE_KEY, JSON.stringify({ player, hashes }))
}
