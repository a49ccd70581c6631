/** How a field of the player's data is entered. */
export type FieldType = 'text' | 'email' | 'password' | 'select' | 'date' | 'phone' | 'checkbox'

/** One field of the player's data, as the server describes it. */
export interface FieldSpec {
  field: string
  type: FieldType
  /** Whether sign-up asks for it without fail. */
  required: boolean
  /** Whether the player may change it once it is filled in. */
  editable: boolean
  /** Values of a select, where the server fixes them. */
  options?: string[] | null
  /** What a value has to keep; `min_age` with the age from which one may play, in years. */
  rules?: { rule: string; value?: number | null }[]
}

/** Which fields each place asks for. */
export interface PlayerFields {
  /** Names of fields by place: `registration`, `deposit`, `cashout`, `edition`, `provider:{id}`. */
  contexts: Record<string, string[]>
  fields: FieldSpec[]
}

const spec = (field: string, type: FieldType, required: boolean): FieldSpec => ({ field, type, required, editable: true })

/** What forms show when the server's own description cannot be had. */
export const DEFAULT_FIELDS: PlayerFields = {
  contexts: {
    registration: ['email', 'password', 'country', 'currency', 'terms_acceptance', 'receive_promos', 'receive_sms_promos'],
    edition: ['nickname', 'first_name', 'last_name', 'date_of_birth', 'country', 'state', 'city', 'address', 'postal_code', 'mobile_phone'],
    deposit: ['first_name', 'last_name', 'date_of_birth', 'mobile_phone', 'country', 'postal_code', 'city', 'address'],
    cashout: ['first_name', 'last_name', 'date_of_birth', 'mobile_phone', 'country', 'postal_code', 'city', 'address'],
  },
  fields: [
    spec('email', 'email', true),
    spec('password', 'password', true),
    spec('country', 'select', true),
    spec('currency', 'select', true),
    spec('terms_acceptance', 'checkbox', true),
    spec('receive_promos', 'checkbox', false),
    spec('receive_sms_promos', 'checkbox', false),
    spec('nickname', 'text', false),
    spec('first_name', 'text', false),
    spec('last_name', 'text', false),
    spec('date_of_birth', 'date', false),
    spec('state', 'text', false),
    spec('city', 'text', false),
    spec('address', 'text', false),
    spec('postal_code', 'text', false),
    spec('mobile_phone', 'phone', false),
  ],
}

/** Field by field in the order in which people fill in forms; what is unknown comes last. */
const ORDER = [
  'email',
  'password',
  'nickname',
  'first_name',
  'last_name',
  'gender',
  'date_of_birth',
  'personal_id',
  'mobile_phone',
  'country',
  'currency',
  'address',
  'city',
  'state',
  'postal_code',
  'profession',
  'terms_acceptance',
  'receive_promos',
  'receive_sms_promos',
]

/** What a profile holds about a person. */
const PERSONAL = new Set([
  'nickname',
  'first_name',
  'last_name',
  'gender',
  'date_of_birth',
  'personal_id',
  'country',
  'state',
  'city',
  'address',
  'postal_code',
  'mobile_phone',
  'profession',
])

/** Whether a form about the player may ask for `field`; any other field that a call complains of belongs to the call. */
export const isPersonalField = (field: string): boolean => PERSONAL.has(field)

/** The age from which one may play, where the description of a date of birth tells it. */
export function ageMinOf({ rules }: Pick<FieldSpec, 'rules'>): number | undefined {
  return rules?.find(({ rule }) => rule === 'min_age')?.value ?? undefined
}

/** Whether a field takes English letters and spaces alone. */
export function isEnglish({ rules }: Pick<FieldSpec, 'rules'>): boolean {
  return rules?.some(({ rule }) => rule === 'english') ?? false
}

/** The fields that `context` asks for, in reading order; names that are neither described nor known are left out. */
export function fieldsOf(info: PlayerFields, context: string): FieldSpec[] {
  const rank = (field: string) => (ORDER.includes(field) ? ORDER.indexOf(field) : ORDER.length)
  return (info.contexts[context] ?? [])
    .map(
      (name) => [...info.fields, ...DEFAULT_FIELDS.fields].find((field) => field.field === name) ?? (isPersonalField(name) ? spec(name, 'text', false) : null),
    )
    .filter((field) => field !== null)
    .sort((a, b) => rank(a.field) - rank(b.field))
}
