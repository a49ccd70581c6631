import { expect, test } from 'vitest'
import { fileProblem, fileSizeText } from './files'

test.each([
  [1, '1 kB'],
  [1536, '1.5 kB'],
  [200 * 1024, '200 kB'],
  [1024 * 1024, '1 MB'],
  [2.5 * 1024 * 1024, '2.5 MB'],
  [10 * 1024 * 1024, '10 MB'],
])('%d bytes are %s', (bytes, text) => {
  expect(fileSizeText(bytes)).toBe(text)
})

test.each([
  ['image/png', 10, undefined],
  ['image/jpeg', 10, undefined],
  ['application/pdf', 10, undefined],
  // Some systems know no type of a file: its content decides.
  ['', 10, undefined],
  ['image/svg+xml', 1, 'type'],
  ['text/html', 1, 'type'],
  ['image/png', 11, 'too_large'],
])('a file of type %s and %d bytes: %s', (type, size, problem) => {
  expect(fileProblem({ type, size }, 10)).toBe(problem)
})
