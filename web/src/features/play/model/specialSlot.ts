import { readStored, writeStored } from '@/platform/stored'

const storage = () => window.localStorage

const keyOf = (identifier: string) => `special_slot_${identifier}`

/** Whether this device has shown the text of a special slot. */
export function wasSpecialSlotShown(identifier: string): boolean {
  return readStored(storage, keyOf(identifier)) !== null
}

/** Keeps that it has; without storage the text is shown every time. */
export function noteSpecialSlotShown(identifier: string): void {
  writeStored(storage, keyOf(identifier), '1')
}
