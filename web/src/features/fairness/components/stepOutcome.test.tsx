import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { english } from '@/i18n/english'
import { setMessages } from '@/i18n/messages'
import { StepOutcome } from './StepOutcome'

afterEach(() => {
  cleanup()
  setMessages('en', english)
})

test('a draw is shown in its order, and what was hit is told', () => {
  setMessages('en', { ...english, 'fairness.draw_hit': 'hit', 'fairness.draw_hits': '{count, plural, one {# hit} other {# hits}}' })
  render(<StepOutcome step={{ kind: 'keno', drawn: [31, 4, 17], hits: [4], win_cents: 0 }} currency="EUR" />)
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['31', '4: hit', '17'])
  expect(screen.getByText('1 hit')).toBeDefined()
})

test('the symbols of a spin are named in the language of the visit; one without a name by what the rules call it', () => {
  setMessages('et', { ...english, 'game.symbol.telescope': 'Teleskoop' })
  const step = { kind: 'spin', win_cents: 0, stops: [0], window: [['telescope', 'unheard_of']], wins: [], tumbles: [], multiplier: 1, freespins_awarded: 0 }
  render(<StepOutcome step={step as unknown as Parameters<typeof StepOutcome>[0]['step']} currency="EUR" />)
  expect(screen.getByText('Teleskoop')).toBeDefined()
  expect(screen.getByText('unheard_of')).toBeDefined()
})
