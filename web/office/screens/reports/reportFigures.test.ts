import { expect, test } from 'vitest'
import type { ReportLine } from '../../api/types'
import { nextSorting, shownFigures, sorted } from './reportFigures'

const line = (key: string, figures: Partial<ReportLine>): ReportLine => ({ key, name: '', registered: null, ...figures }) as ReportLine
const LINES = [line('b', { ggr_cents: 5 }), line('a', { ggr_cents: -3 }), line('c', { ggr_cents: 9 })]
const keys = (lines: ReportLine[]) => lines.map(({ key }) => key).join('')

test('lines are ordered by a figure or by their names', () => {
  expect(keys(sorted(LINES, {}))).toBe('bac')
  expect(keys(sorted(LINES, { sort: 'ggr_cents' }))).toBe('cba')
  expect(keys(sorted(LINES, { sort: 'ggr_cents', up: true }))).toBe('abc')
  expect(keys(sorted(LINES, { sort: 'key', up: true }))).toBe('abc')
})

test('three presses on a head come back to the beginning', () => {
  const first = nextSorting('ggr_cents', {})
  expect(first).toEqual({ sort: 'ggr_cents', up: undefined })
  const second = nextSorting('ggr_cents', first)
  expect(second).toEqual({ sort: 'ggr_cents', up: true })
  expect(nextSorting('ggr_cents', second)).toEqual({ sort: undefined, up: undefined })
  expect(nextSorting('key', second)).toEqual({ sort: 'key', up: true })
})

test('figures that no line has are no columns', () => {
  expect(shownFigures([line('a', { ggr_cents: 1 })])).not.toContain('registered')
})
