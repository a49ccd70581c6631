import type { SegmentChoices, SegmentCondition, SegmentFact, SegmentRule } from '../../api/types'

/** What a condition can be about, in the order in which it is offered. */
export const FACTS: readonly SegmentFact[] = [
  'brand',
  'country',
  'language',
  'currency',
  'registered',
  'seen',
  'deposited',
  'deposit_count',
  'deposit_sum',
  'bet_sum',
  'level',
  'groups',
  'active_bonus',
  'verified',
  'consent',
]

/** The longest time that is looked back, in days. */
export const DAYS_MAX = 3653

/** The most that a part and a rule hold. */
export const MOST = 10

/** A condition about `fact` that nobody has filled in yet. */
export function blank(fact: SegmentFact, { currencies, levels }: Pick<SegmentChoices, 'currencies' | 'levels'>): SegmentCondition {
  const currency = currencies.includes('EUR') ? 'EUR' : (currencies[0] ?? '')
  switch (fact) {
    case 'brand':
    case 'country':
    case 'language':
    case 'currency':
      return { fact, is: true, values: [] }
    case 'groups':
      return { fact, is: true, groups: [] }
    case 'level':
      return { fact, bound: 'at_least', level: levels[0] ?? 1 }
    case 'registered':
    case 'seen':
    case 'deposited':
      return { fact, within: true, days: 30 }
    case 'deposit_count':
      return { fact, bound: 'at_least', count: 1, currency: null, days: 30 }
    case 'deposit_sum':
    case 'bet_sum':
      return { fact, bound: 'at_least', amount_cents: 10_000, currency, days: 30 }
    case 'active_bonus':
    case 'verified':
      return { fact, is: true }
    case 'consent':
      return { fact, is: true, channel: 'email' }
  }
}

/** A rule to begin with. */
export const NEW_RULE: SegmentRule = { version: 1, join: 'all', parts: [{ join: 'all', conditions: [{ fact: 'seen', within: true, days: 30 }] }] }

const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0
const isDays = (days: number): boolean => Number.isSafeInteger(days) && days >= 1 && days <= DAYS_MAX

/** Whether a condition can be asked. */
export function isWhole(condition: SegmentCondition): boolean {
  switch (condition.fact) {
    case 'brand':
    case 'country':
    case 'language':
    case 'currency':
      return condition.values.length > 0
    case 'groups':
      return condition.groups.length > 0
    case 'registered':
    case 'seen':
    case 'deposited':
      return isDays(condition.days)
    case 'deposit_count':
      return isDays(condition.days) && isCount(condition.count)
    case 'deposit_sum':
    case 'bet_sum':
      return isDays(condition.days) && isCount(condition.amount_cents)
    default:
      return true
  }
}

/** Whether every condition of a rule can be asked. */
export const isRuleWhole = ({ parts }: SegmentRule): boolean =>
  parts.length > 0 && parts.every(({ conditions }) => conditions.length > 0 && conditions.every(isWhole))

/** The codes of countries in what somebody has typed: two letters each, whatever stands between them; each once. */
export const countriesOf = (typed: string): string[] => [...new Set(typed.toUpperCase().match(/\b[A-Z]{2}\b/g) ?? [])]

/** `list` with another value at a place, or without that place. */
export function replaced<Item>(list: readonly Item[], place: number, item: Item | null): Item[] {
  return list.flatMap((other, index) => (index === place ? (item === null ? [] : [item]) : [other]))
}
