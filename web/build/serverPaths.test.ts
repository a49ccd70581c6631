// @vitest-environment node
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isOfServer } from './serverPaths.ts'

/** Called by payment partners, never by the site. */
const FOR_OTHERS = '/webhooks'

test('every call of the server reaches it while Vite serves the site', () => {
  const { paths } = JSON.parse(readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8')) as { paths: object }
  expect(Object.keys(paths).filter((path) => !isOfServer(path) && !path.startsWith(FOR_OTHERS))).toEqual([])
})

test('so do the pictures that the operator has put there, and no page', () => {
  expect(['/media/banners/one.avif', '/art/hero.svg'].filter(isOfServer)).toHaveLength(2)
  expect(['/', '/login', '/payments', '/promotions'].filter(isOfServer)).toEqual([])
})
