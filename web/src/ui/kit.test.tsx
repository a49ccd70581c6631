import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { axeFindings } from '@/test/axe'
import { Button } from './Button'
import { Checkbox } from './Checkbox'
import { DateField, isoDate } from './DateField'
import { Dialog } from './Dialog'
import { EmptyState } from './EmptyState'
import { IconButton } from './IconButton'
import { NothingFound } from './drawings'
import { Select } from './Select'
import { Tabs } from './Tabs'
import { PasswordField, TextField } from './TextField'

const noop = () => undefined

test.each([
  ['buttons', <><Button icon="plus">Deposit</Button><Button pending>Send</Button><IconButton icon="close" label="Close" /></>],
  ['a text field', <TextField label="Email" autoComplete="email" help="We never share it" isRequired />],
  ['a wrong text field', <TextField label="Email" autoComplete="email" error="Not an email address" />],
  ['a password', <PasswordField label="Password" autoComplete="current-password" />],
  ['a select', <Select label="Country" autoComplete="country" options={[{ id: 'EE', label: 'Estonia' }]} value="EE" onChange={noop} />],
  ['a checkbox', <Checkbox error="Needed">I agree</Checkbox>],
  ['a date', <DateField label="Date of birth" value="1990-02-03" onChange={noop} birthday error="Too young" />],
  ['tabs', <Tabs label="Ways" items={[{ id: 'a', label: 'Card', content: 'card' }, { id: 'b', label: 'Coin', content: 'coin' }]} />],
  ['an empty state', <EmptyState drawing={<NothingFound />} title="Nothing" text="Really" action={<Button>Go</Button>} />],
])('%s has no accessibility findings', async (_name, element) => {
  const { container } = render(element)
  expect(await axeFindings(container)).toEqual([])
})

describe('a dialog', () => {
  test('takes focus, closes on Escape and has no findings', async () => {
    const onClose = vi.fn()
    render(<Dialog title="Deposit" onClose={onClose}>Choose a method</Dialog>)
    const dialog = screen.getByRole('dialog', { name: 'Deposit' })
    expect(dialog.contains(document.activeElement)).toBe(true)
    expect(await axeFindings(dialog)).toEqual([])
    await userEvent.keyboard('{Escape}')
    expect(onClose).toHaveBeenCalledOnce()
  })

  test('that must be answered cannot be dismissed', async () => {
    const onClose = vi.fn()
    render(<Dialog title="Terms" dismissable={false} onClose={onClose}>Read them</Dialog>)
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('button')).toBeNull()
    expect(onClose).not.toHaveBeenCalled()
  })
})

test('a password can be shown and hidden', async () => {
  render(<PasswordField label="Password" autoComplete="current-password" />)
  const input = screen.getByLabelText('Password')
  expect(input.getAttribute('type')).toBe('password')
  await userEvent.click(screen.getByRole('button', { name: 'Show password' }))
  expect(input.getAttribute('type')).toBe('text')
})

test('an error is tied to its field', () => {
  render(<TextField label="Email" autoComplete="email" error="Not an email address" />)
  const input = screen.getByLabelText('Email')
  expect(input.getAttribute('aria-invalid')).toBe('true')
  const described = input.getAttribute('aria-describedby')?.split(' ') ?? []
  expect(described.map((id) => document.getElementById(id)?.textContent).join()).toContain('Not an email address')
})

test.each([
  ['3', '2', '1990', '1990-02-03'],
  ['29', '2', '2024', '2024-02-29'],
  ['29', '2', '2023', ''],
  ['31', '4', '2000', ''],
  ['1', '1', '99', ''],
])('%s %s %s is the date %j', (day, month, year, expected) => {
  expect(isoDate({ day, month, year })).toBe(expected)
})
