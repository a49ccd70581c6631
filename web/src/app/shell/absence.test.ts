import { expect, test } from 'vitest'
import { ApiError, NetworkError } from '@/api/errors'
import { ImportError } from '@/platform/importWithRetry'
import { isOfAbsence } from './absence'

const answered = (status: number, isReadable: boolean) => new ApiError(status, 'internal', '', {}, null, isReadable)

test.each([
  ['nothing came', new NetworkError('timeout'), true],
  ['a part of the site did not come', new ImportError(), true],
  ['a proxy says that there is no server', answered(502, false), true],
  ['the server itself is busy', answered(503, true), false],
  ['the server failed', answered(500, false), false],
  ['the page failed', new TypeError('x is undefined'), false],
])('%s', (_, error, expected) => {
  expect(isOfAbsence(error)).toBe(expected)
})
