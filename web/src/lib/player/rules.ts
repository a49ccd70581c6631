import { isPostalCode } from './places'

/** How a value can break the rules of its field; the server speaks of them as `VALIDATION.{FIELD}.{RULE}`. */
export type Rule = 'REQUIRED' | 'INVALID' | 'TOO_SHORT' | 'TOO_LONG' | 'CHARACTERS' | 'UNDERAGE' | 'UNCHECKED'

/** What the check of one field needs to know of the rest. */
export interface CheckContext {
  country: string
  /** Today's date in UTC, `YYYY-MM-DD`. */
  today: string
  /** Age from which one may play, in years. */
  ageMin?: number
}

/** Nobody may play below this age anywhere; a licence that asks for more is checked by the server. */
const AGE_MIN = 18
const YEAR_MIN = 1900

function within(value: string, min: number, max: number): Rule | null {
  const length = Array.from(value).length
  if (length < min) return 'TOO_SHORT'
  return length > max ? 'TOO_LONG' : null
}

const matching = (value: string, pattern: RegExp, rule: Rule): Rule | null => (pattern.test(value) ? null : rule)

const NAME = /^[\p{Alphabetic}\d .-]*$/u
const EMAIL = /^[!-?A-~]+@[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)+$/i

/** Whether the person born on `birth` has had the birthday that makes `years` full by `today`. */
function isOfAge(birth: string, today: string, years: number): boolean {
  const [year, ...rest] = today.split('-')
  return birth <= [String(Number(year) - years).padStart(4, '0'), ...rest].join('-')
}

function dateOfBirth(value: string, { today, ageMin = AGE_MIN }: CheckContext): Rule | null {
  const date = new Date(`${value}T00:00:00Z`)
  const isDay = /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value)
  if (!isDay || value > today || date.getUTCFullYear() < YEAR_MIN) return 'INVALID'
  return isOfAge(value, today, ageMin) ? null : 'UNDERAGE'
}

function phone(value: string): Rule | null {
  const digits = value.replaceAll(/\D/g, '').length
  return within(value, 8, 20) ?? matching(value, /^[\d+()[\] -]*$/, 'CHARACTERS') ?? (digits < 6 ? 'INVALID' : null)
}

type Check = (value: string, context: CheckContext) => Rule | null

const personName: Check = (value) => within(value, 1, 50) ?? matching(value, NAME, 'CHARACTERS')

/** Checks of values that are there; the server repeats all of them and some more. */
const CHECKS: Partial<Record<string, Check>> = {
  email: (value) => within(value, 1, 254) ?? matching(value, EMAIL, 'INVALID'),
  nickname: (value) => within(value, 3, 15) ?? matching(value, NAME, 'CHARACTERS'),
  first_name: personName,
  last_name: personName,
  mobile_phone: phone,
  date_of_birth: dateOfBirth,
  postal_code: (value, { country }) => (isPostalCode(value, country) ? null : 'INVALID'),
}

/** A new password: 8 to 128 printable ASCII characters. Blanks count, so nothing is trimmed. */
export function checkNewPassword(password: string): Rule | null {
  if (password === '') return 'REQUIRED'
  return matching(password, /^[ -~]*$/, 'CHARACTERS') ?? within(password, 8, 128)
}

/** The rule that `value` of `field` breaks; null when it may be sent. */
export function checkField(field: string, required: boolean, value: string | boolean, context: CheckContext): Rule | null {
  if (typeof value === 'boolean') return required && !value ? 'UNCHECKED' : null
  if (field === 'password') return checkNewPassword(value)
  const trimmed = value.trim()
  if (trimmed === '') return required ? 'REQUIRED' : null
  return CHECKS[field]?.(trimmed, context) ?? null
}

/** Today in UTC, as dates of birth are written. */
export function todayOf(nowMs: number): string {
  return new Date(nowMs).toISOString().slice(0, 10)
}
