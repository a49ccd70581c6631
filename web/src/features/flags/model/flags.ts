import { isTester } from '@/domain/player/groups'

/** Switches by name. */
export type Flags = Record<string, boolean>

/** Where this browser keeps its own switches, as JSON. */
const STORAGE_KEY = 'ff'

type Visitor = { statuses: { id: string }[] } | null | undefined

/** Whether this visitor may set switches for this browser: testers, and everybody while the site is developed. */
export function maySwitch(visitor: Visitor, isDevelopment: boolean = import.meta.env.DEV): boolean {
  return isDevelopment || isTester(visitor)
}

/** The switches that this browser has set for itself. */
export function ownFlags(): Flags {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}')
    if (typeof kept !== 'object' || kept === null) return {}
    return Object.fromEntries(Object.entries(kept).filter((entry): entry is [string, boolean] => typeof entry[1] === 'boolean'))
  } catch {
    // Storage may be refused, or hold what somebody wrote by hand.
    return {}
  }
}

/** Sets one switch for this browser. */
export function setOwnFlag(name: string, isOn: boolean): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify({ ...ownFlags(), [name]: isOn }))
  } catch {
    // Without storage the operator's own switches count.
  }
}

/**
 * Whether a part of the site is switched on: by the operator, or by this browser for those who may. No call of the
 * server asks this, so a switch opens nothing that the server would refuse.
 */
export function featureIsOn(name: string, ofProject: Flags, visitor: Visitor, isDevelopment?: boolean): boolean {
  const own = maySwitch(visitor, isDevelopment) ? ownFlags()[name] : undefined
  return own ?? ofProject[name] ?? false
}
