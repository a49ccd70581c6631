import { readStored, removeStored, writeStored } from '@/platform/stored'

/** Where a guest's browser keeps the restore id, by which it finds its conversation again. */
export const RESTORE_ID_KEY = 'croupier.chat'

const browser = () => window.localStorage

/** What this page keeps while storage is refused. */
let unstored: string | null = null

/** The restore id of this browser's guest; null before the first message. */
export function guestRestoreId(): string | null {
  return readStored(browser, RESTORE_ID_KEY) ?? unstored
}

/** Keeps the restore id of this browser's guest. */
export function keepGuestRestoreId(restoreId: string): void {
  writeStored(browser, RESTORE_ID_KEY, restoreId)
  unstored = readStored(browser, RESTORE_ID_KEY) === restoreId ? null : restoreId
}

/** Forgets it: the conversation has become a player's. */
export function forgetGuestRestoreId(): void {
  removeStored(browser, RESTORE_ID_KEY)
  unstored = null
}
