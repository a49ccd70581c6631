/** The steps of the viewer, as shares of its width. */
const STEPS = [0.5, 0.75, 1, 1.5, 2, 3, 4] as const

/** The picture fills the width of the viewer. */
export const FIT = 1

/** The next step in or out. */
export function zoomed(now: number, towards: 'in' | 'out'): number {
  const steps = towards === 'in' ? STEPS.filter((step) => step > now) : STEPS.filter((step) => step < now).reverse()
  return steps[0] ?? now
}

/** What a key does in front of a document; null for keys that do nothing there. */
export type ViewerKey = 'approve' | 'reject' | 'next' | 'in' | 'out' | 'fit'

const KEYS: Record<string, ViewerKey> = { a: 'approve', r: 'reject', n: 'next', '+': 'in', '=': 'in', '-': 'out', '0': 'fit' }

export function viewerKey(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>): ViewerKey | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null
  return KEYS[event.key.toLowerCase()] ?? null
}

/** The document that comes after `id` among those that wait; the first one where `id` waits no more. */
export function nextWaiting(rows: readonly { id: string }[], id: string): string | null {
  const place = rows.findIndex((row) => row.id === id)
  return (rows[place + 1] ?? rows.find((row) => row.id !== id))?.id ?? null
}
