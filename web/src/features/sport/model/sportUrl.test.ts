import { expect, test } from 'vitest'
import { sportUrl } from './sportUrl'

test.each([
  ['sport.borealis.example', null, undefined, 'en-CA', 'https://sport.borealis.example/?locale=en-CA'],
  ['sport.borealis.example', 'a-b_c', 'live', 'de', 'https://sport.borealis.example/live?token=a-b_c&locale=de'],
  ['sport.localhost:8090', null, 'ice-hockey', 'et', 'http://sport.localhost:8090/ice-hockey?locale=et'],
  ['localhost.example', null, '//elsewhere.example', 'en', 'https://localhost.example/%2F%2Felsewhere.example?locale=en'],
])('on %s with token %s the section %s in %s is at %s', (host, token, section, locale, url) => {
  expect(sportUrl({ host, token }, section, locale)).toBe(url)
})
