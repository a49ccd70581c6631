import { render, screen } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { setMessages } from '@/i18n/messages'
import type { PlayerPage } from '../../api/types'
import { english } from '../../i18n/english'
import { Personal } from './Personal'

beforeAll(() => setMessages('en', english))

const PLAYER = {
  id: 7,
  name: 'J*** D***',
  email: 'j***@e***.com',
  mobile_phone: null,
  nickname: null,
  country: 'CA',
  state_disagrees: false,
} satisfies Partial<PlayerPage>

const WARNING = 'The postal code lies in another region than the player says.'

test('staff is told of a postal code that lies elsewhere, and of nothing else', () => {
  const { rerender } = render(<Personal player={PLAYER} mayReveal={false} mayCorrect={false} />)
  expect(screen.getByText('J*** D***')).toBeDefined()
  expect(screen.queryByText(WARNING)).toBeNull()
  rerender(<Personal player={{ ...PLAYER, state_disagrees: true }} mayReveal={false} mayCorrect={false} />)
  expect(screen.getByText(WARNING)).toBeDefined()
})
