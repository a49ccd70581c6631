import { sha256Hex } from '@/platform/sha256'
import { isObject } from '@/platform/shapes'
import { readStored, removeStored, writeStored } from '@/platform/stored'

/** Where this tab keeps the idempotency keys of actions of which it does not know yet what became of them. */
const STORAGE_KEY = 'croupier.undecided'

const tab = () => window.sessionStorage

/** Keys by the digest of what they are for: what was sent may name a bank account. */
function kept(): Record<string, unknown> {
  try {
    const known: unknown = JSON.parse(readStored(tab, STORAGE_KEY) ?? '{}')
    return isObject(known) ? known : {}
  } catch {
    return {}
  }
}

const placeOf = (action: string) => sha256Hex(new TextEncoder().encode(action))

/** The key under which this tab began `action` before the page was loaded anew; null when it began none. */
export function undecidedKey(action: string): string | null {
  const key = kept()[placeOf(action)]
  return typeof key === 'string' ? key : null
}

/** Keeps the key of `action` until it is decided or the tab is closed. */
export function keepUndecidedKey(action: string, key: string): void {
  writeStored(tab, STORAGE_KEY, JSON.stringify({ ...kept(), [placeOf(action)]: key }))
}

/** The server has decided on `action`. */
export function forgetUndecidedKey(action: string): void {
  const place = placeOf(action)
  const others = Object.entries(kept()).filter(([known]) => known !== place)
  if (others.length === 0) removeStored(tab, STORAGE_KEY)
  else writeStored(tab, STORAGE_KEY, JSON.stringify(Object.fromEntries(others)))
}
