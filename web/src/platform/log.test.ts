import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { deliverLog, log, LOG_CODES, logError, type LogEntry } from './log'
import { beginTrace, traceId, traceParent } from './trace'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => deliverLog(() => undefined)())

test('what was written before anybody took it is not lost, and the oldest of too many goes', () => {
  for (let number = 0; number < 60; number += 1) log('info', `CODE_${number}`, '')
  const taken: LogEntry[] = []
  const stop = deliverLog((entry) => taken.push(entry))
  expect(taken).toHaveLength(50)
  expect(taken[0]?.code).toBe('CODE_10')
  log('info', 'LATER', '')
  expect(taken.at(-1)?.code).toBe('LATER')
  stop()
})

test('a failure carries its kind, its stack and the navigation', () => {
  const taken: LogEntry[] = []
  const stop = deliverLog((entry) => taken.push(entry))
  logError('LOGIN_ERROR', new TypeError('wrong'))
  expect(taken[0]).toMatchObject({ level: 'error', code: 'LOGIN_ERROR', message: 'TypeError: wrong', url: '/', trace_id: traceId() })
  expect(taken[0]?.stack).toContain('log.test')
  logError('LOGIN_ERROR', new DOMException('gone', 'AbortError'))
  expect(taken).toHaveLength(1)
  stop()
})

test('the codes that others count by are there', () => {
  for (const code of [
    'LOGIN_ERROR',
    'SIGN_IN_ERROR',
    'REGISTRATION_ERROR',
    'LOAD_USER_TOURNAMENTS_ERROR',
    'CHOOSE_TOURNAMENT_ERROR',
    'LOAD_FOUND_GAMES_ERROR',
  ]) {
    expect(LOG_CODES).toContain(code)
  }
})

test('each navigation has a trace of its own, which calls carry', () => {
  const first = traceId()
  const second = beginTrace()
  expect(second).not.toBe(first)
  expect(traceParent().split('-').slice(0, 2)).toEqual(['00', second])
})
