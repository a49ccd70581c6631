import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { axeFindings } from '@/test/axe'
import { Button } from './Button'
import { Checkbox } from './Checkbox'
import { DateField } from './DateField'
import { Dialog } from './Dialog'
import { EmptyState } from './EmptyState'
import { IconButton } from './IconButton'
import { NothingFound } from './drawings'
import { Select } from './Select'
import { Tabs } from './Tabs'
import { PasswordField, TextField } from './TextField'

const noop = () => undefined

test.each([
  [
    'buttons',
    <>
      <Button icon="plus">Deposit</Button>
      <Button pending>Send</Button>
      <IconButton icon="close" label="Close" />
    </>,
  ],
  ['a text field', <TextField label="Email" autoComplete="email" help="We never share it" isRequired />],
  ['a wrong text field', <TextField label="Email" autoComplete="email" error="Not an email address" />],
  ['a password', <PasswordField label="Password" autoComplete="current-password" />],
  ['a select', <Select label="Country" autoComplete="country" options={[{ id: 'EE', label: 'Estonia' }]} value="EE" onChange={noop} />],
  ['a checkbox', <Checkbox error="Needed">I agree</Checkbox>],
  ['a date', <DateField label="Date of birth" value="1990-02-03" onChange={noop} birthday error="Too young" />],
  [
    'tabs',
    <Tabs
      label="Ways"
      items={[
        { id: 'a', label: 'Card', content: 'card' },
        { id: 'b', label: 'Coin', content: 'coin' },
      ]}
    />,
  ],
  ['an empty state', <EmptyState drawing={<NothingFound />} title="Nothing" text="Really" action={<Button>Go</Button>} />],
])('%s has no accessibility findings', async (_name, element) => {
  const { container } = render(element)
  expect(await axeFindings(container)).toEqual([])
})

describe('a dialog', () => {
  test('takes focus, closes on Escape and has no findings', async () => {
    const onClose = vi.fn()
    render(
      <Dialog title="Deposit" onClose={onClose}>
        Choose a method
      </Dialog>,
    )
    const dialog = screen.getByRole('dialog', { name: 'Deposit' })
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
    expect(await axeFindings(dialog)).toEqual([])
    await userEvent.keyboard('{Escape}')
    expect(onClose).toHaveBeenCalledOnce()
  })

  test('that must be answered cannot be dismissed', async () => {
    const onClose = vi.fn()
    render(
      <Dialog title="Terms" dismissable={false} onClose={onClose}>
        Read them
      </Dialog>,
    )
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

test('a date is handed on part by part, so that a check can tell one that does not exist from none', async () => {
  const Form = () => {
    const [value, setValue] = useState('')
    return (
      <>
        <DateField label="Date of birth" value={value} onChange={setValue} />
        <output>{value}</output>
      </>
    )
  }
  render(<Form />)
  const shown = () => screen.getByRole('status').textContent
  const type = (part: string, text: string) => userEvent.type(screen.getByLabelText(part), text)
  await type('Day', '31')
  expect(shown()).toBe('--31')
  await type('Month', '2')
  await type('Year', '2000x')
  expect(shown()).toBe('2000-2-31')
  await userEvent.clear(screen.getByLabelText('Day'))
  await userEvent.clear(screen.getByLabelText('Month'))
  await userEvent.clear(screen.getByLabelText('Year'))
  expect(shown()).toBe('')
})
