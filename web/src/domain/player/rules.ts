import { hasCardNumber } from '../cardNumbers'
import { isPostalCode } from './places'

/** How a value can break the rules of its field; the server speaks of them as `VALIDATION.{FIELD}.{RULE}`. */
export type Rule = 'REQUIRED' | 'INVALID' | 'TOO_SHORT' | 'TOO_LONG' | 'CHARACTERS' | 'ENGLISH' | 'UNDERAGE' | 'UNCHECKED' | 'CARD_NUMBER'

/** What the check of one field needs to know of the rest. */
export interface CheckContext {
  country: string
  /** Today's date in UTC, `YYYY-MM-DD`. */
  today: string
  /** Age from which one may play, in years. */
  ageMin?: number
  /** Whether the field takes English letters and spaces alone. */
  english?: boolean
}

/** Nobody may play below this age anywhere; a licence that asks for more names its own. */
const AGE_MIN = 18
const YEAR_MIN = 1900

function within(value: string, min: number, max: number): Rule | null {
  const length = Array.from(value).length
  if (length < min) return 'TOO_SHORT'
  return length > max ? 'TOO_LONG' : null
}

const matching = (value: string, pattern: RegExp, rule: Rule): Rule | null => (pattern.test(value) ? null : rule)

const ENGLISH = /^[a-z ]*$/i
const NAME = /^[\p{Alphabetic}\d .-]*$/u
const EMAIL = /^[!-\-/-?A-~]+(?:\.[!-\-/-?A-~]+)*@[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)+$/i

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
  return (
    within(value, 8, 20) ??
    matching(value, /^[\d+()[\] -]*$/, 'CHARACTERS') ??
    (digits < 6 ? 'INVALID' : digits > 15 ? 'TOO_LONG' : hasCardNumber(value) ? 'CARD_NUMBER' : null)
  )
}

const FIRST_WEIGHTS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 1]
const SECOND_WEIGHTS = [3, 4, 5, 6, 7, 8, 9, 1, 2, 3]

/** The check digit of the ten digits of a personal id before it. */
function checkDigit(digits: number[]): number {
  const rest = (weights: number[]) => weights.reduce((sum, weight, index) => sum + weight * (digits[index] ?? 0), 0) % 11
  const first = rest(FIRST_WEIGHTS)
  return (first === 10 ? rest(SECOND_WEIGHTS) : first) % 10
}

/** The personal identification code of Estonia: 11 digits, a day that there is, and the right check digit. */
function personalId(value: string): Rule | null {
  const broken = within(value, 11, 11) ?? matching(value, /^\d*$/, 'CHARACTERS')
  if (broken) return broken
  const digits = Array.from(value, Number)
  const century = 18 + Math.floor(((digits[0] ?? 0) - 1) / 2)
  const born = `${century}${value.slice(1, 3)}-${value.slice(3, 5)}-${value.slice(5, 7)}`
  const date = new Date(`${born}T00:00:00Z`)
  const isDay = /^[1-8]/.test(value) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(born)
  return isDay && checkDigit(digits) === digits[10] ? null : 'INVALID'
}

type Check = (value: string, context: CheckContext) => Rule | null

/** A card number belongs on the payment page only. */
const noCard = (value: string): Rule | null => (hasCardNumber(value) ? 'CARD_NUMBER' : null)

const personName: Check = (value) => within(value, 1, 50) ?? matching(value, NAME, 'CHARACTERS') ?? noCard(value)

/** Checks of values that are there; the server repeats all of them and some more. */
const CHECKS: Partial<Record<string, Check>> = {
  email: (value) => within(value, 1, 254) ?? matching(value, EMAIL, 'INVALID'),
  nickname: (value) => within(value, 3, 15) ?? matching(value, NAME, 'CHARACTERS') ?? noCard(value),
  first_name: personName,
  last_name: personName,
  mobile_phone: phone,
  date_of_birth: dateOfBirth,
  personal_id: personalId,
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
  if (context.english && !ENGLISH.test(trimmed)) return 'ENGLISH'
  const check = CHECKS[field] ?? noCard
  return check(trimmed, context)
}

/** Today in UTC, as dates of birth are written. */
export function todayOf(nowMs: number): string {
  return new Date(nowMs).toISOString().slice(0, 10)
}
