import { render, screen, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { setMessages } from '@/i18n/messages'
import { axeFindings } from '@/test/axe'
import type { FlagTestRun, FlagVariantResult } from '../../api/types'
import { english } from '../../i18n/english'
import { Runs } from './TestResults'

beforeAll(() => setMessages('en', english))

const FORM: FlagVariantResult = { name: 'one_form', shown: 1_204, visitors: 1_000, reached: 100, share: 1_000, low: 829, high: 1_202, against_first: null }
const STEPS: FlagVariantResult = { ...FORM, name: 'steps', shown: 1_197, reached: 150, share: 1_500, low: 1_292, high: 1_735 }

const RUN: FlagTestRun = {
  run: 3,
  begun_at: '2026-01-01T00:00:00.000Z',
  ended_at: null,
  plan: { outcome: 'registration', visitors: 1_000 },
  progress: 'complete',
  waits_until: null,
  variants: [FORM, { ...STEPS, against_first: { probability: 7, differs: true } }],
}

const rowOf = (name: string) => within(screen.getByRole('row', { name: new RegExp(name) }))

test('a complete test says what each variant came to, in numbers and in words', async () => {
  const { container } = render(<Runs runs={[RUN]} />)
  expect(screen.getByText(/planned 1,000 visitors of each variant are reached, and their seven days are over/)).toBeDefined()
  expect(rowOf('One form').getByText('10.00% (8.29% to 12.02%)')).toBeDefined()
  expect(rowOf('One form').getByText('Compared with')).toBeDefined()
  expect(rowOf('Three steps').getByText(/^Differs: .* in 0.07% of tests\.$/)).toBeDefined()
  expect(rowOf('Three steps').getByText('1,000 of 1,000')).toBeDefined()
  expect(screen.getByText(/Three steps: 150 of 1,000 guests signed up\. The true share lies between 12\.92% and 17\.35%/)).toBeDefined()
  expect(await axeFindings(container)).toEqual([])
})

test.each<[Partial<FlagTestRun>, RegExp]>([
  [{ progress: 'collecting' }, /says nothing before each variant has 1,000 visitors/],
  [{ progress: 'too_short', ended_at: '2026-01-02T00:00:00.000Z' }, /ended before each variant had 1,000 visitors/],
  [{ progress: 'waiting', waits_until: '2026-01-09T00:00:00.000Z' }, /The last of them have until .*2026/],
])('with %o nothing is claimed', (changes, progress) => {
  render(<Runs runs={[{ ...RUN, variants: [FORM, STEPS], ...changes }]} />)
  expect(screen.getByText(progress)).toBeDefined()
  expect(rowOf('Three steps').getByText('No verdict yet')).toBeDefined()
})

test('few outcomes are not compared, and a variant without visitors has no share', () => {
  const nobody: FlagVariantResult = { name: 'steps', shown: 0, visitors: 0, reached: 0, share: null, low: null, high: null, against_first: null }
  const { unmount } = render(<Runs runs={[{ ...RUN, progress: 'collecting', variants: [FORM, nobody] }]} />)
  expect(rowOf('Three steps').getByText('–')).toBeDefined()
  unmount()
  render(<Runs runs={[{ ...RUN, variants: [FORM, { ...STEPS, against_first: { probability: null, differs: false } }] }]} />)
  expect(rowOf('Three steps').getByText(/Too few outcomes/)).toBeDefined()
})

test('without a planned test the panel says so', () => {
  render(<Runs runs={[]} />)
  expect(screen.getByText(/No test of this switch has counted visitors yet/)).toBeDefined()
})
