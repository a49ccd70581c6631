import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { setMessages } from '@/i18n/messages'
import { StepOutcome } from './StepOutcome'

afterEach(() => {
  cleanup()
  setMessages('en', {})
})

test('the symbols of a spin are named in the language of the visit; one without a name by what the rules call it', () => {
  setMessages('et', { 'game.symbol.telescope': 'Teleskoop' })
  const step = { kind: 'spin', win_cents: 0, stops: [0], window: [['telescope', 'unheard_of']], wins: [], tumbles: [], multiplier: 1, freespins_awarded: 0 }
  render(<StepOutcome step={step as unknown as Parameters<typeof StepOutcome>[0]['step']} currency="EUR" />)
  expect(screen.getByText('Teleskoop')).toBeDefined()
  expect(screen.getByText('unheard_of')).toBeDefined()
})
