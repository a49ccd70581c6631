import type { PlayerNotification } from '@/api/types'

/** A notification of staff that is in force, with anything changed that a test is about. */
export function aNotification(changes: Partial<PlayerNotification> = {}): PlayerNotification {
  const title = changes.title ?? 'A gift'
  return {
    id: 'n1',
    type: 'personal',
    title,
    text: 'It waits for you.',
    event: null,
    identifier: null,
    content: { icon: 'gift', title, button: { title: 'See it', toName: null, path: '/promotions' } },
    groups: [],
    campaign: null,
    created_at: '2026-01-01T00:00:00.000Z',
    expiry: '2100-01-01T00:00:00.000Z',
    read: false,
    ...changes,
  }
}
