import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { ApiError } from '@/api/errors'
import { english } from '@/i18n/english'
import { Checkbox } from './Checkbox'
import { PlayerField, playerResolver, type PlayerValues } from './PlayerField'
import { FormProblem } from './FormProblem'
import { useSiteForm } from './useSiteForm'

const spec = (field: string, type: 'text' | 'date' | 'select' | 'checkbox') => ({ field, type, required: true, editable: true })
const SPECS = [spec('city', 'text'), spec('date_of_birth', 'date'), spec('country', 'select'), spec('terms_acceptance', 'checkbox')]
const NAMES = SPECS.map(({ field }) => field)

let sent: PlayerValues[] = []
let answer: unknown

function Form({ values }: { values: PlayerValues }) {
  const { control, onSubmit, refuse, formState } = useSiteForm<PlayerValues>({ name: 'test', defaultValues: values, resolver: playerResolver(SPECS, 'CA') })
  const submit = onSubmit((filled) => {
    sent.push(filled)
    if (answer) refuse(answer, NAMES)
    return Promise.resolve()
  })
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      {SPECS.map((field) => (
        <PlayerField key={field.field} spec={field} control={control} choices={{ country: [{ id: 'CA', label: 'Canada' }] }} />
      ))}
      <FormProblem text={formState.errors.root?.message} />
      <button type="submit">Send</button>
    </form>
  )
}

const GOOD: PlayerValues = { city: 'Ottawa', date_of_birth: '1990-04-05', country: 'CA', terms_acceptance: true }
const send = () => userEvent.click(screen.getByRole('button', { name: 'Send' }))

afterEach(() => {
  cleanup()
  sent = []
  answer = undefined
})

test.each([
  ['city', '', () => screen.getByRole('textbox', { name: /City/ })],
  ['date_of_birth', '', () => screen.getByLabelText('Day')],
  ['date_of_birth', '2000-02-31', () => screen.getByLabelText('Day')],
  ['date_of_birth', '1990-1-1', () => screen.getByLabelText('Day')],
  ['date_of_birth', '--3', () => screen.getByLabelText('Day')],
  ['country', '', () => screen.getByRole('button', { name: /Country/ })],
  ['terms_acceptance', false, () => screen.getByRole('checkbox')],
])('a wrong %s (%j) gets the focus, and says what is wrong', async (field, value, control) => {
  render(<Form values={{ ...GOOD, [field]: value }} />)
  await send()
  await waitFor(() => expect(document.activeElement).toBe(control()))
  expect(sent).toEqual([])
  const described = control().getAttribute('aria-describedby')?.split(' ') ?? []
  expect(described.map((id) => document.getElementById(id)?.textContent).join('')).not.toBe('')
})

test('of several wrong fields the first of the form gets the focus, whoever found them', async () => {
  render(<Form values={{ ...GOOD, date_of_birth: '', terms_acceptance: false }} />)
  await send()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Day')))
  cleanup()
  const problem = (code: string) => [{ code, message: '' }]
  answer = new ApiError(422, 'x', '', {
    terms_acceptance: problem('VALIDATION.TERMS_ACCEPTANCE.UNCHECKED'),
    country: problem('VALIDATION.COUNTRY.NOT_ALLOWED'),
  })
  render(<Form values={GOOD} />)
  await send()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: /Country/ })))
})

test('a complaint goes once its field is edited, also that of the server', async () => {
  answer = new ApiError(422, 'x', '', { city: [{ code: 'VALIDATION.CITY.INVALID', message: '' }] })
  render(<Form values={GOOD} />)
  await send()
  const city = screen.getByRole('textbox', { name: /City/ })
  expect(city.getAttribute('aria-invalid')).toBe('true')
  act(() => void fireEvent.change(city, { target: { value: 'Ottaw' } }))
  expect(city.getAttribute('aria-invalid')).not.toBe('true')
})

test('a complaint about a field that is not shown is told as a whole, until something is edited', async () => {
  answer = new ApiError(422, 'x', '', { limit: [{ code: 'VALIDATION.LIMIT.MAX', message: '' }] })
  render(<Form values={GOOD} />)
  await send()
  expect(screen.getByRole('alert').textContent).toBe(english['error.VALIDATION.MAX'])
  expect(screen.queryByLabelText('limit')).toBeNull()
  await userEvent.type(screen.getByRole('textbox', { name: /City/ }), 'x')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a date of birth that is too young goes to the server, which has to learn of it', async () => {
  render(<Form values={{ ...GOOD, date_of_birth: '2020-04-05' }} />)
  await send()
  expect(sent).toHaveLength(1)
})

test('a box hands its ref to the input', () => {
  let input: HTMLInputElement | null = null
  render(
    <Checkbox
      ref={(element) => {
        input = element
      }}
    >
      Yes
    </Checkbox>,
  )
  expect(input).toBe(screen.getByRole('checkbox'))
})
