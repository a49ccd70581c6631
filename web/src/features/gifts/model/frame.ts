import type { Bonus, FreespinGift } from '@/api/types'
import { hasAmounts, hasTexts, isObject, type Unread } from '@/platform/shapes'
import { STAGES } from './stages'

const isAbsent = (value: unknown) => value === undefined || value === null

function isGift(data: Unread): boolean {
  const { stage, activatable, activatable_until: until } = data
  const isKnown = STAGES.some((known) => known === stage)
  return (
    isKnown &&
    typeof activatable === 'boolean' &&
    (isAbsent(until) || typeof until === 'string') &&
    hasTexts(data, 'id', 'type', 'group_key', 'currency', 'title')
  )
}

/** Whether a frame is a bonus. */
export function isBonus(data: unknown): data is Bonus {
  if (!isObject(data) || !isGift(data)) return false
  return (
    Array.isArray(data.bonuses) &&
    hasAmounts(data, 'amount_cents', 'amount_wager_cents', 'amount_wager_requirement_cents', 'converted_cents', 'withheld_cents', 'forfeited_cents')
  )
}

/** Whether a frame is a gift of free spins. */
export function isFreespins(data: unknown): data is FreespinGift {
  return isObject(data) && isGift(data) && Array.isArray(data.games) && hasAmounts(data, 'freespins_total', 'freespins_performed', 'stake_cents', 'win_cents')
}
