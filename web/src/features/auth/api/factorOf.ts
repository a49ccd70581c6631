import { secondFactor, type FactorField, type FactorValues } from '../model/secondFactor'
import { takePasskey } from './passkeys'
import type { SecondFactor } from './signIn'

/** What is sent of a form beside its own fields: what the field on show asks for, and nothing where none is. Asks the player for a passkey. */
export async function factorOf(values: FactorValues, field: FactorField | null): Promise<SecondFactor | undefined> {
  if (field === null) return undefined
  if (field === 'passkey') return { passkey: (await takePasskey()) as Record<string, never> }
  return secondFactor(values[field], field === 'recovery_code')
}
