import { expect, test } from 'vitest'
import type { Player } from '@/api/types'
import { DEFAULT_FIELDS } from '@/domain/player/fields'
import { missingFields } from './gate'

const complete: Player = {
  id: 1,
  email: 'a@b.co',
  nickname: null,
  first_name: 'Ada',
  last_name: 'Koit',
  gender: null,
  date_of_birth: '1990-04-05',
  country: 'EE',
  state: null,
  city: 'Tallinn',
  address: 'Pikk 1',
  postal_code: '10111',
  mobile_phone: '+372 5123 4567',
  receive_promos: false,
  receive_sms_promos: false,
  currency: 'EUR',
  language: 'en',
  locale: 'en',
  statuses: [],
  auth_fields_missed: [],
  confirmed_at: null,
  created_at: '2026-01-01T00:00:00.000Z',
  current_sign_in_at: null,
  verified: false,
  license_name: 'CW',
  user_id: 1,
  nick_name: null,
  deposit_bonus_code: null,
  can_issue_bonuses: true,
  sumsub_verified: false,
  two_factor_enabled: false,
  sow_questionnaire_expires_at: null,
  autoregistered: false,
  autologin_link: null,
  profession: null,
}
const names = (player: Player, isFiat: boolean) => missingFields(player, isFiat, DEFAULT_FIELDS, 'deposit').map(({ field }) => field)

test('a complete player of a fiat currency passes', () => {
  expect(names(complete, true)).toEqual([])
})

test.each(['mobile_phone', 'first_name', 'last_name', 'date_of_birth', 'country', 'city', 'address', 'postal_code'] as const)(
  'an empty %s is asked for, and only that',
  (field) => {
    expect(names({ ...complete, [field]: null }, true)).toEqual([field])
    expect(names({ ...complete, [field]: ' ' }, true)).toEqual([field])
  },
)

test('what is asked for here is required here', () => {
  expect(missingFields({ ...complete, city: null }, true, DEFAULT_FIELDS, 'cashout').every((spec) => spec.required)).toBe(true)
})

test('a player of a coin is not stopped', () => {
  expect(names({ ...complete, city: null, first_name: null }, false)).toEqual([])
})
