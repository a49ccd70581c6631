import { readStored, writeStored } from '@/platform/stored'

const storage = () => window.localStorage

const keyOf = (identifier: string) => `special_slot_${identifier}`

/** Whether this device has shown what is said of a special slot. */
export function isSpecialSlotTold(identifier: string): boolean {
  return readStored(storage, keyOf(identifier)) !== null
}

/** Keeps that it has; without storage it is said anew every time. */
export function tellSpecialSlot(identifier: string): void {
  writeStored(storage, keyOf(identifier), '1')
}
