import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'
import { ruleText } from '@/i18n/errorText'
import { appCode, brokenCodeRule } from '@/domain/oneTimeCode'
import type { SecondFactor } from '../api/signIn'

/** The two fields of a form in which a code may be given, one of them at a time. */
export interface FactorValues extends FieldValues {
  otp_attempt: string
  recovery_code: string
}

/** What can show that it is the player: the two are typed, and the browser asks for a passkey. */
export type FactorField = 'otp_attempt' | 'recovery_code' | 'passkey'

export const NO_FACTOR: FactorValues = { otp_attempt: '', recovery_code: '' }

/** What is on offer, the handiest first; a recovery code always is. */
export function offeredFactors(hasApp: boolean, hasPasskey: boolean): FactorField[] {
  return [...(hasApp ? (['otp_attempt'] as const) : []), ...(hasPasskey ? (['passkey'] as const) : []), 'recovery_code']
}

/** The rule that a typed recovery code breaks, or null. */
export function brokenRecoveryRule(typed: string): 'REQUIRED' | 'INVALID' | null {
  if (typed.trim() === '') return 'REQUIRED'
  return /^[A-Z2-7]{10}$/i.test(typed.replaceAll(/[\s-]/g, '')) ? null : 'INVALID'
}

/** What is sent of a code that was typed into either field. */
export function secondFactor(typed: string, isRecovery: boolean): SecondFactor {
  return isRecovery ? { recovery_code: typed.trim() } : { otp_attempt: appCode(typed) ?? typed }
}

/** The rule that a code in `field` breaks, or null. */
export function brokenFactorRule(values: FactorValues, field: FactorField | null): 'REQUIRED' | 'INVALID' | null {
  if (field === 'recovery_code') return brokenRecoveryRule(values.recovery_code)
  return field === 'otp_attempt' ? brokenCodeRule(values.otp_attempt) : null
}

/** Holds a form to `resolver`, and to a code in `field` where there is one. */
export function withFactor<Values extends FactorValues>(resolver: Resolver<Values>, field: FactorField | null): Resolver<Values> {
  return async (values, context, options) => {
    const judged = await resolver(values, context, options)
    const broken = brokenFactorRule(values, field)
    if (field === null || !broken) return judged
    const error = { [field]: { type: broken, message: ruleText(field, broken) } }
    return { values: {}, errors: { ...judged.errors, ...error } as FieldErrors<Values> }
  }
}
