import type { PlayerChanges } from '@/api/session/updatePlayer'
import type { Player } from '@/api/types'
import type { FieldSpec } from '@/domain/player/fields'

/** What identifies a person stays as it is once it is filled in; support can change it. */
const IDENTITY = new Set(['first_name', 'last_name', 'date_of_birth', 'country', 'currency', 'email'])

type Values = Record<string, string | boolean>

/** The player's value of a field, as a form holds it. */
function valueOf(spec: FieldSpec, player: Player): string | boolean {
  const value: unknown = player[spec.field as keyof Player]
  if (spec.type === 'checkbox') return value === true
  return typeof value === 'string' ? value : ''
}

/** Fields that the server takes and never tells; what is missing of them stands among the missing fields. */
const WRITE_ONLY = new Set(['personal_id'])

/** Whether the player may not change the field any more. */
export function isLocked(spec: FieldSpec, player: Player): boolean {
  if (WRITE_ONLY.has(spec.field)) return !player.auth_fields_missed.includes(spec.field)
  return (!spec.editable || IDENTITY.has(spec.field)) && valueOf(spec, player) !== ''
}

/** What the form starts with. */
export function startValues(specs: FieldSpec[], player: Player): Values {
  return Object.fromEntries(specs.map((spec) => [spec.field, valueOf(spec, player)]))
}

/** The fields that differ from what is stored; emptied ones are sent as null. */
export function changesOf(values: Values, specs: FieldSpec[], player: Player): PlayerChanges {
  const changes: PlayerChanges = {}
  for (const spec of specs) {
    const value = values[spec.field] ?? ''
    const trimmed = typeof value === 'string' ? value.trim() : value
    if (isLocked(spec, player) || trimmed === valueOf(spec, player)) continue
    changes[spec.field] = trimmed === '' ? null : trimmed
  }
  return changes
}
