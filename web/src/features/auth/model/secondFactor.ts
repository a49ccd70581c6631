import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'
import { ruleText } from '@/i18n/errorText'
import { appCode, brokenCodeRule } from '@/lib/oneTimeCode'
import type { SecondFactor } from '../api/signIn'

/** The two fields of a form in which a code may be given, one of them at a time. */
export interface FactorValues extends FieldValues {
  otp_attempt: string
  recovery_code: string
}

export type FactorField = 'otp_attempt' | 'recovery_code'

export const NO_FACTOR: FactorValues = { otp_attempt: '', recovery_code: '' }

/** The rule that a typed recovery code breaks, or null. */
export function brokenRecoveryRule(typed: string): 'REQUIRED' | 'INVALID' | null {
  if (typed.trim() === '') return 'REQUIRED'
  return /^[A-Z2-7]{10}$/i.test(typed.replaceAll(/[\s-]/g, '')) ? null : 'INVALID'
}

/** What is sent of a code that was typed into either field. */
export function secondFactor(typed: string, isRecovery: boolean): SecondFactor {
  return isRecovery ? { recovery_code: typed.trim() } : { otp_attempt: appCode(typed) ?? typed }
}

/** What is sent of a form beside its own fields: the code of the field on show, and nothing where none is. */
export function factorOf(values: FactorValues, field: FactorField | null): SecondFactor | undefined {
  return field === null ? undefined : secondFactor(values[field], field === 'recovery_code')
}

/** Holds a form to `resolver`, and to a code in `field` where there is one. */
export function withFactor<Values extends FactorValues>(resolver: Resolver<Values>, field: FactorField | null): Resolver<Values> {
  return async (values, context, options) => {
    const judged = await resolver(values, context, options)
    if (field === null) return judged
    const broken = field === 'recovery_code' ? brokenRecoveryRule(values.recovery_code) : brokenCodeRule(values.otp_attempt)
    if (!broken) return judged
    const error = { [field]: { type: broken, message: ruleText(field, broken) } }
    return { values: {}, errors: { ...judged.errors, ...error } as FieldErrors<Values> }
  }
}
