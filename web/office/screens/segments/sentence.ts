import { currentLocale } from '@/i18n/messages'
import { countryName } from '@/i18n/names'
import { formatMoney, type CurrencyInfo } from '@/domain/money'
import type { SegmentChoices, SegmentCondition, SegmentRule } from '../../api/types'
import { t } from '../../i18n/texts'

/** By what the things are called that a rule names. */
export interface Names {
  choices: Pick<SegmentChoices, 'brands' | 'groups'> | undefined
  currencies: readonly CurrencyInfo[]
}

/** The name of a language in the language of the office. */
export const nameOfLanguage = (code: string): string => new Intl.DisplayNames(currentLocale(), { type: 'language' }).of(code) ?? code

/** Things in a row, the last one after "or". */
const anyOf = (names: readonly string[]): string => new Intl.ListFormat(currentLocale(), { type: 'disjunction' }).format(names)

/** A rule as a sentence. */
export function sentenceOf({ join, parts }: SegmentRule, names: Names): string {
  const several = parts.length > 1
  const said = parts.map(({ join: within, conditions }) => {
    const part = joined(
      conditions.map((condition) => conditionText(condition, names)),
      within,
    )
    return several && conditions.length > 1 ? `(${part})` : part
  })
  return t('segments.sentence', { conditions: joined(said, join) })
}

const joined = (texts: readonly string[], join: 'all' | 'any'): string => texts.join(` ${t(join === 'all' ? 'segments.and' : 'segments.or')} `)

/** What a condition says of a player. */
export function conditionText(condition: SegmentCondition, { choices, currencies }: Names): string {
  const money = (cents: number, currency: string) => formatMoney(cents, currency, currencies, currentLocale(), 'whole')
  switch (condition.fact) {
    case 'brand':
      return says('brand', condition.is, { values: anyOf(condition.values.map((id) => choices?.brands.find((brand) => brand.id === id)?.name ?? id)) })
    case 'country':
      return says('country', condition.is, { values: anyOf(condition.values.map((code) => countryName(code))) })
    case 'language':
      return says('language', condition.is, { values: anyOf(condition.values.map(nameOfLanguage)) })
    case 'currency':
      return says('currency', condition.is, { values: anyOf(condition.values) })
    case 'groups':
      return says('groups', condition.is, { values: anyOf(condition.groups.map((id) => choices?.groups.find((group) => group.id === id)?.name ?? String(id))) })
    case 'level':
      return t(`segment_says.level_${condition.bound}`, { level: condition.level })
    case 'registered':
    case 'seen':
    case 'deposited':
      return says(condition.fact, condition.within, { days: condition.days })
    case 'deposit_count': {
      const { bound, count, currency, days } = condition
      const said = t(`segment_says.deposit_count_${bound}`, { count, days })
      return currency === null ? said : `${said} ${t('segment_says.in_currency', { currency })}`
    }
    case 'deposit_sum':
    case 'bet_sum':
      return t(`segment_says.${condition.fact}_${condition.bound}`, { amount: money(condition.amount_cents, condition.currency), days: condition.days })
    case 'active_bonus':
    case 'verified':
      return says(condition.fact, condition.is, {})
    case 'consent':
      return says(condition.channel === 'email' ? 'consent_email' : 'consent_sms', condition.is, {})
  }
}

type Said =
  'brand' | 'country' | 'language' | 'currency' | 'groups' | 'registered' | 'seen' | 'deposited' | 'active_bonus' | 'verified' | 'consent_email' | 'consent_sms'

const says = (what: Said, is: boolean, values: Record<string, string | number>): string => t(`segment_says.${what}${is ? '' : '_not'}`, values)
