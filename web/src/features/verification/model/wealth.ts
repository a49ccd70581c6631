import type { FieldErrors, Resolver } from 'react-hook-form'
import type { WealthAnswer, WealthQuestionnaire } from '@/api/types'
import { ruleText } from '@/i18n/errorText'
import type { MessageKey } from '@/i18n/messages'

/** What somebody earns in a year, from little to much. */
export const INCOMES = [
  'under_25000',
  '25000_to_50000',
  '50000_to_100000',
  '100000_to_250000',
  'over_250000',
] as const satisfies readonly WealthAnswer['income'][]

/** Where wealth comes from, in the order of the list. */
export const SOURCES = [
  'employment',
  'business',
  'savings',
  'property',
  'investments',
  'inheritance',
  'pension',
  'other',
] as const satisfies readonly WealthAnswer['source'][]

/** The form's values; a choice is empty until it is made. */
export interface WealthValues {
  profession: string
  income: WealthAnswer['income'] | ''
  source: WealthAnswer['source'] | ''
  details: string
}

/** The fields in the order of the form. */
export const WEALTH_FIELDS = ['profession', 'income', 'source', 'details'] as const

/** Asks for every field; for details only where the source is none of the named ones. */
export const wealthResolver: Resolver<WealthValues> = (values) => {
  const missing = WEALTH_FIELDS.filter((field) => values[field].trim() === '' && (field !== 'details' || values.source === 'other'))
  if (missing.length === 0) return { values, errors: {} }
  const errors = Object.fromEntries(missing.map((field) => [field, { type: 'REQUIRED', message: ruleText(field, 'REQUIRED') }]))
  return { values: {}, errors: errors as FieldErrors<WealthValues> }
}

/** What the server is sent for values that the form lets pass; undefined when a choice is not made. */
export function answerOf({ profession, income, source, details }: WealthValues): WealthAnswer | undefined {
  if (income === '' || source === '') return undefined
  return { profession: profession.trim(), income, source, details: details.trim() || null }
}

type Tone = 'info' | 'success' | 'warning' | 'danger'

/** How the questionnaire stands: its tone, and the texts of its heading and what follows from it. */
export function standingOf({ state, overdue }: Pick<WealthQuestionnaire, 'state' | 'overdue'>): readonly [Tone, MessageKey, MessageKey] {
  switch (state) {
    case 'asked':
      return overdue ? ['danger', 'wealth.overdue_title', 'wealth.overdue_text'] : ['warning', 'wealth.asked_title', 'wealth.asked_text']
    case 'answered':
      return ['info', 'wealth.answered_title', 'wealth.answered_text']
    case 'approved':
      return ['success', 'wealth.approved_title', 'wealth.approved_text']
    default:
      return ['info', 'wealth.not_asked_title', 'wealth.not_asked_text']
  }
}
