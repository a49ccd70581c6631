import { expect, test } from 'vitest'
import { hrefOf } from './pageLinks'

test.each([
  [null, null, '/about'],
  ['https://help.example/', null, 'https://help.example/'],
  ['/payments', 'NewsList', '/payments'],
  [null, 'NewsList', '/news'],
  [null, 'SupportPage', '/support'],
  [null, 'GameItem', '/about'],
  [null, 'NoSuchRoute', '/about'],
])('a page with the address %s and the route %s is linked at %s', (url, routeName, href) => {
  expect(hrefOf({ path: '/about', url, routeName })).toBe(href)
})
