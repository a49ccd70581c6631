import { expect, test } from 'vitest'
import { fileFaults, type Texts } from '@/test/catalogue'

const files = import.meta.glob<Texts>('./*/*.json', { eager: true, import: 'default' })
const names = Object.keys(files)
  .filter((path) => path.startsWith('./en/'))
  .map((path) => path.slice('./en/'.length))

test.each(names)('German says what English says in %s', (name) => {
  const faults = fileFaults(files[`./de/${name}`] ?? {}, files[`./en/${name}`] ?? {}, 'de', false)
  expect(faults.map(({ key, fault }) => `${key} ${fault}`)).toEqual([])
})

test('no text stands in two files', () => {
  const keys = names.flatMap((name) => Object.keys(files[`./en/${name}`] ?? {}))
  expect(keys.filter((key, place) => keys.indexOf(key) !== place)).toEqual([])
})
