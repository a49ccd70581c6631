import { expect, test } from 'vitest'
import type { Player } from '@/api/types'
import type { FieldSpec } from '@/domain/player/fields'
import { changesOf, isLocked, startValues } from './playerForm'

const player = { first_name: 'Ada', last_name: null, city: 'Tallinn', nickname: 'Ada', receive_promos: true } as unknown as Player
const spec = (field: string, type: FieldSpec['type'] = 'text', editable = true): FieldSpec => ({ field, type, required: false, editable })
const specs = [spec('first_name'), spec('last_name'), spec('city'), spec('nickname'), spec('receive_promos', 'checkbox')]

test('identity is locked once it is filled in, the rest is not', () => {
  expect(specs.map((field) => isLocked(field, player))).toEqual([true, false, false, false, false])
  expect(isLocked(spec('city', 'text', false), player)).toBe(true)
  expect(isLocked(spec('last_name', 'text', false), player)).toBe(false)
})

test('a field that the server never tells is locked once it is not missing any more', () => {
  const missing = (...names: string[]) => ({ ...player, auth_fields_missed: names })
  expect(isLocked(spec('personal_id'), missing('personal_id', 'last_name'))).toBe(false)
  expect(isLocked(spec('personal_id'), missing('last_name'))).toBe(true)
})

test('only what changed is sent, emptied fields as null', () => {
  const values = { ...startValues(specs, player), city: ' Tartu ', nickname: '', receive_promos: false, first_name: 'Eve' }
  expect(changesOf(values, specs, player)).toEqual({ city: 'Tartu', nickname: null, receive_promos: false })
  expect(changesOf(startValues(specs, player), specs, player)).toEqual({})
})
