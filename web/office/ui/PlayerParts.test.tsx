import { render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { setMessages } from '@/i18n/messages'
import { english } from '../i18n/english'
import { german } from '../i18n/german'
import { PaymentState } from './PlayerParts'

afterEach(() => setMessages('en', english))

test.each([
  ['card_declined', 'Die Bank hat die Karte abgelehnt.'],
  ['code_of_a_partner', 'Der Zahlungspartner nennt einen anderen Grund: code_of_a_partner'],
])('why a payment failed is told in the language of the office: %s', (error, sentence) => {
  setMessages('de', german)
  render(<PaymentState state="declined" error={error} />)
  expect(screen.getByText(sentence)).toBeTruthy()
})
