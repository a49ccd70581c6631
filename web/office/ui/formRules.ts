import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'
import { ruleText } from '@/i18n/errorText'
import { brokenCodeRule } from '@/domain/oneTimeCode'
import { checkField, todayOf, type Rule } from '@/domain/player/rules'

/** A rule that a value breaks: one of those that players keep to, or that it is none of those on offer. */
export type BrokenRule = Rule | 'NOT_ALLOWED'

/** Which rule a value of a field breaks, or null. */
export type FieldRule = (value: string) => BrokenRule | null

export const required: FieldRule = (value) => (value.trim() === '' ? 'REQUIRED' : null)

/** The code of an authenticator app. */
export const oneTimeCode: FieldRule = brokenCodeRule

/** A password that is chosen now; the rules are those that players keep to. */
export const newPassword: FieldRule = (value) => checkField('password', true, value, { country: '', today: todayOf(Date.now()) })

export const emailAddress: FieldRule = (value) => checkField('email', true, value, { country: '', today: todayOf(Date.now()) })

/** Holds each field of a form to its rule. */
export function ruled<Values extends FieldValues>(rules: Partial<Record<keyof Values & string, FieldRule>>): Resolver<Values> {
  return (values) => {
    const broken = Object.entries<FieldRule | undefined>(rules).flatMap(([field, rule]) => {
      const found = rule?.(String(values[field] ?? ''))
      return found ? [[field, { type: found, message: ruleText(field, found) }] as const] : []
    })
    return broken.length === 0 ? { values, errors: {} } : { values: {}, errors: Object.fromEntries(broken) as FieldErrors<Values> }
  }
}
