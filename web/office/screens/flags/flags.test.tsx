import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { setupServer } from 'msw/node'
import { createOpenApiHttp } from 'openapi-msw'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { setMessages } from '@/i18n/messages'
import { axeFindings } from '@/test/axe'
import { meQuery } from '../../api/me'
import type { paths } from '../../api/schema'
import type { FlagPage, FlagRule, Me, Permission } from '../../api/types'
import { english } from '../../i18n/english'
import { Editor } from './FlagPage'
import { isRuleWhole, numberOf, ruleOf, whomOf } from './rule'

const http = createOpenApiHttp<paths>()
const server = setupServer()

beforeAll(() => {
  setMessages('en', english)
  server.listen({ onUnhandledRequest: 'error' })
})
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

const EVERYBODY: FlagRule = { is_on: true, brands: [], groups: [], countries: [], share: 100, variants: [], plan: null }

const FOUND: FlagPage = {
  flag: { name: 'registrationForm', of_content: null, variants: ['one_form', 'steps'], pages: ['/sign-up'], in_force: null },
  versions: [],
  brands: [{ id: 'borealis', name: 'Borealis' }],
  groups: [{ id: 259, name: 'Gold' }],
}

test.each<[Partial<FlagRule>, string]>([
  [{}, 'everybody'],
  [{ share: 20 }, '20 % of everybody'],
  [{ brands: ['borealis'], groups: [259, 7] }, 'brands Borealis; groups Gold, 7'],
  [{ countries: ['DE', 'AT'], share: 50 }, '50 % of countries DE, AT'],
  [
    {
      variants: [
        { name: 'one_form', weight: 1 },
        { name: 'steps', weight: 3 },
      ],
    },
    'everybody; variants One form 25 %, Three steps 75 %',
  ],
])('%o is for %s', (changes, text) => {
  expect(whomOf({ ...EVERYBODY, ...changes }, FOUND)).toBe(text)
})

test('before its first version a switch stands as the content has it', () => {
  expect(ruleOf({ ...FOUND.flag, of_content: true, variants: [] })).toEqual(EVERYBODY)
  expect(ruleOf(FOUND.flag)).toMatchObject({
    is_on: false,
    variants: [
      { name: 'one_form', weight: 1 },
      { name: 'steps', weight: 0 },
    ],
  })
  expect([numberOf('', 100), numberOf('7x', 100), numberOf('900', 100)]).toEqual([0, 7, 100])
  expect([isRuleWhole(EVERYBODY), isRuleWhole({ ...EVERYBODY, variants: [{ name: 'steps', weight: 0 }] })]).toEqual([true, false])
})

function shown(...permissions: Permission[]) {
  const sent: unknown[] = []
  server.use(
    http.post('/api/flags/{name}', async ({ params, request, response }) => {
      sent.push({ name: params.name, ...(await request.json()) })
      return response(200).json(FOUND)
    }),
  )
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(meQuery.queryKey, { permissions } as Me)
  const { container } = render(
    <QueryClientProvider client={client}>
      <Editor found={FOUND} />
    </QueryClientProvider>,
  )
  return { sent, container }
}

test('a test is begun with shares, weights and a reason', async () => {
  const { sent, container } = shown('content.read', 'content.publish')
  const user = userEvent.setup()
  expect(await axeFindings(container)).toEqual([])
  await user.click(screen.getByRole('checkbox', { name: 'The switch is on' }))
  await user.type(screen.getByRole('textbox', { name: 'Countries' }), 'de, a')
  await user.type(screen.getByRole('textbox', { name: 'Countries' }), 't')
  const weight = screen.getByRole('textbox', { name: 'Weight of Three steps' })
  await user.clear(weight)
  await user.type(weight, '1')
  await user.click(screen.getByRole('button', { name: 'Put in force' }))
  const dialog = await screen.findByRole('dialog', { name: 'Change Form of registration?' })
  expect(within(dialog).getByText(/countries DE, AT; variants One form 50 %, Three steps 50 %/)).toBeDefined()
  await user.type(within(dialog).getByRole('textbox'), 'a try')
  await user.click(within(dialog).getByRole('button', { name: 'Put in force' }))
  const variants = [
    { name: 'one_form', weight: 1 },
    { name: 'steps', weight: 1 },
  ]
  await waitFor(() =>
    expect(sent).toEqual([{ name: 'registrationForm', version: 0, rule: { ...EVERYBODY, countries: ['DE', 'AT'], variants }, reason: 'a try' }]),
  )
})

test('who may not publish changes nothing', () => {
  shown('content.read')
  expect(screen.queryByRole('button', { name: 'Put in force' })).toBeNull()
  expect(screen.getByText('Only those who publish content change switches.')).toBeDefined()
})
