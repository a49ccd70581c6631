import type { Player } from '@/api/types'
import { fieldsOf, type FieldSpec, type PlayerFields } from '@/domain/player/fields'

/**
 * The fields that a player still has to fill in before paying in or out; those of coins fill in nothing.
 * Each is required here, whatever it is elsewhere.
 */
export function missingFields(player: Player, isFiat: boolean, fields: PlayerFields, context: 'deposit' | 'cashout'): FieldSpec[] {
  if (!isFiat) return []
  return fieldsOf(fields, context)
    .filter(({ field }) => isEmpty(player[field as keyof Player]))
    .map((spec) => ({ ...spec, required: true }))
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || (typeof value === 'string' && value.trim() === '')
}
