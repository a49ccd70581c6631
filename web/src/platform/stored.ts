/** What a browser's storage holds under `key`; null when there is nothing, or storage is refused. */
export function readStored(storage: () => Storage, key: string): string | null {
  try {
    return storage().getItem(key)
  } catch {
    return null
  }
}

/** Keeps a value; without storage (private mode) it is simply not kept. */
export function writeStored(storage: () => Storage, key: string, value: string): void {
  try {
    storage().setItem(key, value)
  } catch {
    // Nothing here is needed to go on.
  }
}

/** Keeps a value no longer. */
export function removeStored(storage: () => Storage, key: string): void {
  try {
    storage().removeItem(key)
  } catch {
    // What is refused to be kept is not there.
  }
}
