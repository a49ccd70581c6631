import { expect, test } from 'vitest'
import type { Chat } from '@/api/types'
import { lastWithoutGap, withMessages, withNews, withOlder } from './known'

const message = (seq: number) => ({ seq, from: 'visitor' as const, staff_name: null, picture: null, text: `${seq}`, created_at: '2026-01-01T12:00:00.000Z' })

function chat(seqs: number[], id = 'c1', state: 'open' | 'closed' = 'open'): Chat {
  const conversation = { id, state, assigned_to: null, unread_count: 0, messages: seqs.map(message) }
  return { provider: 'built_in', script_url: null, group: 1, hours: { is_open: true, opens_at: null, closes_at: null }, conversation }
}

const NONE: Chat = { ...chat([]), conversation: null }
const seqs = (known: Chat | null) => known?.conversation?.messages.map(({ seq }) => seq)

test.each([
  [[], undefined],
  [[1, 2, 3], 3],
  [[4, 5, 7], 5],
])('of %j the next look is for what is above %s', (known, last) => expect(lastWithoutGap(chat(known))).toBe(last))

test('nothing known asks for everything', () => {
  expect([lastWithoutGap(undefined), lastWithoutGap(NONE)]).toEqual([undefined, undefined])
  expect(withNews(NONE, chat([1, 2]), undefined)).toEqual(chat([1, 2]))
})

test('news join what is known, and tell how the conversation stands', () => {
  const joined = withNews(chat([4, 5, 7]), chat([6, 7], 'c1', 'closed'), 5)
  expect(seqs(joined)).toEqual([4, 5, 6, 7])
  expect(joined?.conversation?.state).toBe('closed')
  expect(seqs(withNews(chat([4, 5]), chat([]), 5))).toEqual([4, 5])
})

test('more news than one answer holds replace what is known', () => expect(seqs(withNews(chat([1, 2]), chat([9, 10]), 2))).toEqual([9, 10]))

test('news of another conversation, or of none, are asked for whole', () => {
  expect(withNews(chat([1, 2]), chat([3], 'c2'), 2)).toBeNull()
  expect(withNews(chat([1, 2]), NONE, 2)).toBeNull()
})

test('older messages stand above, but those of another conversation nowhere', () => {
  expect(seqs(withOlder(chat([3, 4]), chat([1, 2])))).toEqual([1, 2, 3, 4])
  expect(seqs(withOlder(chat([3, 4]), chat([1, 2], 'c2')))).toEqual([3, 4])
})

test('a message that is known stands once', () => expect(seqs(withMessages(chat([1, 2]), [message(2), message(3)]))).toEqual([1, 2, 3]))
