import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeAll, expect, test } from 'vitest'
import { setMessages } from '@/i18n/messages'
import { axeFindings } from '@/test/axe'
import type { OfferForm } from '../../../api/types'
import { english } from '../../../i18n/english'
import { AudiencePart } from './AudiencePart'
import { blankOffer, byTrigger } from './offerModel'
import { Newer } from './remarks'

beforeAll(() => setMessages('en', english))

const CHOICES = {
  games: [],
  categories: [],
  groups: [],
  group_keys: [],
  audience: {
    groups: [
      { id: 9, name: 'Night owls' },
      { id: 10, name: 'Testers' },
    ],
    countries: ['NO', 'CA', 'CH'],
    licences: [{ code: 'GCB', name: 'Curaçao' }],
    brands: [{ id: 'borealis', name: 'Borealis' }],
  },
}

/** The part with what it says now. */
function shown(begun: Partial<OfferForm> = {}, isReadOnly = false) {
  const said = { offer: { ...blankOffer(), ...begun } }
  function Form() {
    const [offer, setOffer] = useState(said.offer)
    const change = (part: Partial<OfferForm>) => {
      said.offer = { ...said.offer, ...part }
      setOffer(said.offer)
    }
    return (
      <AudiencePart
        offer={offer}
        onChange={change}
        currency="EUR"
        choices={CHOICES}
        faults={[{ field: 'audience', message: '8 is no group of players' }]}
        isReadOnly={isReadOnly}
      />
    )
  }
  return Object.assign(said, render(<Form />))
}

const list = (name: string) => within(screen.getByRole('group', { name }))

test('whom an offer is for is found by typing and taken out again, from the keyboard', async () => {
  const said = shown()
  const user = userEvent.setup()
  expect(screen.getByRole('alert').textContent).toContain('Who it is for: 8 is no group of players')
  expect(await axeFindings(document.body)).toEqual([])

  await user.type(screen.getByRole('combobox', { name: 'living in' }), 'nor')
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Norway (NO)'])
  await user.keyboard('{ArrowDown}{Enter}')
  expect(said.offer.audience.countries).toEqual(['NO'])
  await user.keyboard('ca{ArrowDown}{Enter}{Escape}')
  expect(said.offer.audience.countries).toEqual(['CA', 'NO'])
  expect(list('living in').getByText('Canada (CA)')).toBeDefined()

  // Who is among them cannot be left out as well.
  await user.type(screen.getByRole('combobox', { name: 'but not in' }), '{ArrowDown}')
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Switzerland (CH)'])
  await user.keyboard('{Escape}')

  await user.type(screen.getByRole('combobox', { name: 'Members of' }), '10{ArrowDown}{Enter}{Escape}')
  await user.type(screen.getByRole('combobox', { name: 'Members of' }), 'owl{ArrowDown}{Enter}{Escape}')
  expect(said.offer.audience.groups).toEqual([9, 10])

  list('living in').getByRole('button', { name: 'Remove Norway (NO)' }).focus()
  await user.keyboard('{Enter}')
  expect(said.offer.audience.countries).toEqual(['CA'])
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'living in' }))
})

test('what is no choice any more is shown, and stays until it is taken out', async () => {
  const { audience } = blankOffer()
  const said = shown({ audience: { ...audience, brands: ['gone'] } })
  const user = userEvent.setup()
  await user.type(screen.getByRole('combobox', { name: 'signed up at the brand' }), 'bor{ArrowDown}{Enter}{Escape}')
  expect(said.offer.audience.brands).toEqual(['borealis', 'gone'])
  await user.click(list('signed up at the brand').getByRole('button', { name: 'Remove gone' }))
  expect(said.offer.audience.brands).toEqual(['borealis'])
})

test('who only reads sees whom it is for, and what staff gives is for nobody else', () => {
  const { audience } = blankOffer()
  const { unmount } = shown({ audience: { ...audience, excluded_groups: [10] } }, true)
  expect(list('without members of').getByText(/Testers/)).toBeDefined()
  expect(list('Members of').getByText('all')).toBeDefined()
  expect([screen.queryByRole('combobox'), screen.queryByRole('button')]).toEqual([null, null])
  unmount()
  shown(byTrigger({ ...blankOffer(), audience: { ...audience, groups: [9] } }, 'staff'))
  expect(screen.queryByRole('group')).toBeNull()
})

test('of two who write, the second is told that the audience differs', () => {
  const offer = blankOffer()
  const in_force = { version: 2, offer, published_at: null, published_by: 'Rose', reason: null }
  const mine = { ...offer, sticky: true, audience: { ...offer.audience, countries: ['CA'] } }
  render(<Newer view={{ code: 'A', path: 'offers/A.toml', in_force, draft: null }} mine={mine} onTake={() => undefined} onKeep={() => undefined} />)
  expect(screen.getByText(/It differs from yours in: Who it is for, Sticky/)).toBeDefined()
})
