import { expect, test } from 'vitest'
import type { LogEntry } from '@/platform/log'
import type { SentEntry } from '../api/telemetry'
import { LogSender } from './logSender'

function entry(code: string, message = '', level: LogEntry['level'] = 'error', trace = '1'): LogEntry {
  return { level, code, message, url: '/', trace_id: trace }
}

function sender() {
  const sent: SentEntry[] = []
  const clock = { now: 0 }
  const logSender = new LogSender({ send: (one) => sent.push(one), now: () => clock.now, sessionId: 's', release: 'r' })
  return { sent, clock, take: (one: LogEntry) => logSender.take(one) }
}

test('an entry is sent without secrets, with the page and the build', () => {
  const { sent, take } = sender()
  take({ ...entry('A', 'password=hunter2hunter2'), stack: 'at x\ntoken: abc' })
  expect(sent).toEqual([{ ...entry('A', 'password=[removed]'), stack: 'at x\ntoken:[removed]', session_id: 's', release: 'r' }])
})

test('the same failure is told once a minute, each navigation on its own', () => {
  const { sent, take, clock } = sender()
  take(entry('A', 'x'))
  take(entry('A', 'x', 'error', '2'))
  take(entry('NAVIGATION', '/', 'info', '1'))
  take(entry('NAVIGATION', '/', 'info', '2'))
  expect(sent).toHaveLength(3)
  clock.now = 60_000
  take(entry('A', 'x'))
  expect(sent).toHaveLength(4)
})

test('a flood is cut off', () => {
  const { sent, take } = sender()
  for (let number = 0; number < 100; number += 1) take(entry('A', String(number)))
  expect(sent).toHaveLength(30)
})
