import { expect, test } from 'vitest'
import { inLanguage, languageOf, pageOf, pathAt, siteAddressOf } from './documentAddresses'

test.each([
  ['banners.toml', '/content/document/banners', null, '/'],
  ['config/chat.toml', '/content/document/config/chat', null, '/'],
  ['pages/faq/fr-CA.md', '/content/document/pages/faq/fr-CA', 'fr-CA', '/faq'],
  ['pages/news/winter/EE/et.md', '/content/document/pages/news/winter/EE/et', 'et', '/news/winter'],
  ['snippets/lobby-text/en.md', '/content/document/snippets/lobby-text/en', 'en', '/'],
])('%s has a page of the office and one of the site', (path, page, language, address) => {
  expect(pageOf(path)).toBe(page)
  expect(pathAt(page.slice('/content/document/'.length))).toBe(path)
  expect(languageOf(path)).toBe(language)
  expect(siteAddressOf(path)).toBe(address)
})

test('a text has the same in other languages', () => {
  expect(inLanguage('pages/faq/en.md', 'et')).toBe('pages/faq/et.md')
  expect(inLanguage('pages/news/winter/EE/en.md', 'et')).toBe('pages/news/winter/EE/et.md')
  expect(inLanguage('banners.toml', 'et')).toBeNull()
})
