import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { createOpenApiHttp } from 'openapi-msw'
import { useState } from 'react'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { setMessages } from '@/i18n/messages'
import { axeFindings } from '@/test/axe'
import type { paths } from '../../api/schema'
import type { SegmentChoices, SegmentCondition, SegmentRule } from '../../api/types'
import { english } from '../../i18n/english'
import { CountPanel } from './CountPanel'
import { blank, countriesOf, FACTS, isRuleWhole, isWhole, NEW_RULE } from './rule'
import { RuleEditor } from './RuleEditor'
import { conditionText, sentenceOf } from './sentence'

const http = createOpenApiHttp<paths>()
const server = setupServer()

beforeAll(() => {
  setMessages('en', english)
  server.listen({ onUnhandledRequest: 'error' })
})
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

const CHOICES: SegmentChoices = {
  brands: [{ id: 'borealis', name: 'Borealis' }],
  countries: ['DE', 'IT'],
  languages: ['en', 'de'],
  currencies: ['EUR', 'CAD'],
  groups: [{ id: 259, name: 'Gold' }],
  levels: [1, 2, 3],
}

const NAMES = { choices: CHOICES, currencies: [] }

test.each<[SegmentCondition, string]>([
  [{ fact: 'brand', is: true, values: ['borealis'] }, 'signed up at Borealis'],
  [{ fact: 'country', is: false, values: ['DE', 'IT'] }, 'do not live in Germany or Italy'],
  [{ fact: 'groups', is: true, groups: [259, 7] }, 'are in Gold or 7'],
  [{ fact: 'seen', within: false, days: 30 }, 'were not here for 30 days'],
  [{ fact: 'registered', within: true, days: 1 }, 'signed up within the last day'],
  [{ fact: 'deposit_count', bound: 'at_least', count: 1, currency: 'EUR', days: 7 }, 'paid in at least once within the last 7 days in EUR'],
  [{ fact: 'level', bound: 'at_most', level: 3 }, 'are at level 3 or below'],
  [{ fact: 'consent', is: false, channel: 'sms' }, 'take no offers by text message'],
])('%o reads %s', (condition, text) => {
  expect(conditionText(condition, NAMES)).toBe(text)
})

test('a rule reads as a sentence', () => {
  const verified: SegmentCondition = { fact: 'verified', is: true }
  const rule: SegmentRule = {
    version: 1,
    join: 'any',
    parts: [
      { join: 'all', conditions: [verified, { fact: 'active_bonus', is: false }] },
      { join: 'all', conditions: [verified] },
    ],
  }
  expect(sentenceOf(rule, NAMES)).toBe('Players who (are verified and have no active bonus) or are verified.')
})

test('what somebody has not filled in yet is not asked', () => {
  const unfinished = FACTS.filter((fact) => !isWhole(blank(fact, CHOICES)))
  expect(unfinished).toEqual(['brand', 'country', 'language', 'currency', 'groups'])
  expect([isRuleWhole(NEW_RULE), isRuleWhole({ ...NEW_RULE, parts: [] })]).toEqual([true, false])
  expect(isWhole({ fact: 'seen', within: true, days: 0 })).toBe(false)
  expect(countriesOf('de, at; IT de xyz')).toEqual(['DE', 'AT', 'IT'])
})

function Shown({ onRule }: { onRule: (rule: SegmentRule) => void }) {
  const [rule, setRule] = useState(NEW_RULE)
  const change = (next: SegmentRule) => {
    setRule(next)
    onRule(next)
  }
  return (
    <>
      <RuleEditor rule={rule} choices={CHOICES} onChange={change} />
      <CountPanel rule={rule} isWhole={isRuleWhole(rule)} />
    </>
  )
}

test('a rule is written by the keyboard and counted before it is saved', async () => {
  const asked: unknown[] = []
  server.use(
    http.untyped.get('/api/currencies', () => HttpResponse.json([])),
    http.untyped.post('/api/segments/count', async ({ request }) => {
      asked.push(await request.json())
      return HttpResponse.json({ players: 2, looked: 40, complete: true, sample: [] })
    }),
  )
  const user = userEvent.setup()
  let last = NEW_RULE
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <Shown onRule={(rule) => (last = rule)} />
    </QueryClientProvider>,
  )
  const days = screen.getByRole('textbox', { name: /^Days/ })
  await user.clear(days)
  expect(screen.getByRole('button', { name: 'Count players' })).toHaveProperty('disabled', true)
  await user.type(days, '14')
  expect(last.parts[0]?.conditions[0]).toEqual({ fact: 'seen', within: true, days: 14 })
  await user.click(screen.getByRole('button', { name: 'Add condition' }))
  expect(last.parts[0]?.conditions).toHaveLength(2)
  expect(await axeFindings(document.body)).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Count players' }))
  expect(await screen.findByText('2 players fit.')).toBeTruthy()
  await waitFor(() => expect(asked).toEqual([{ rule: last }]))
})
