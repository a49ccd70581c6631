import { expect, test } from 'vitest'
import { handlingOf, offlineLanguage } from './routing'

const ORIGIN = 'https://casino.example'

test.each([
  ['GET', '/', 'document', 'page'],
  ['GET', '/de/pokies/all?utm_source=x', 'document', 'page'],
  ['GET', '/assets/main-D8xk29aZ.js', 'script', 'asset'],
  ['GET', '/house-games/assets/slots-D8xk29aZ.js', 'script', 'asset'],
  ['GET', '/house-games/?game=x', 'iframe', 'none'],
  ['GET', '/api/player', '', 'none'],
  ['POST', '/api/player/payments', '', 'none'],
  ['POST', '/pokies/all', 'document', 'none'],
  ['GET', '/client-context', '', 'none'],
  ['GET', '/texts/en-1/shell.json', '', 'none'],
  ['GET', 'https://other.example/assets/x.js', 'script', 'none'],
])('%s %s for a %s: %s', (method, path, destination, handling) => {
  const url = new URL(path, ORIGIN).href
  expect(handlingOf({ method, url, destination, headers: new Headers() }, ORIGIN)).toBe(handling)
})

test('a part of a file is not kept as the whole', () => {
  const asked = { method: 'GET', url: `${ORIGIN}/assets/win.mp3`, destination: 'audio', headers: new Headers({ range: 'bytes=0-1' }) }
  expect(handlingOf(asked, ORIGIN)).toBe('none')
})

test.each([
  ['/et/pokies/all', ['de-DE'], 'et'],
  ['/fr-CA', [], 'fr-CA'],
  ['/en-NZ', ['de'], 'en'],
  ['/pokies/all', ['nb-NO', 'it-IT'], 'it'],
  ['/pokies/all', ['fr-FR'], 'fr-CA'],
  ['/', ['ja'], 'en'],
])('the offline page at %s for somebody who reads %j is in %s', (pathname, own, language) => {
  expect(offlineLanguage(pathname, own, ['de', 'en', 'et', 'fr-CA', 'it', 'no'])).toBe(language)
})
