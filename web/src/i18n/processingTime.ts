import { t, type MessageKey } from './messages'

/** How long the kinds of payments take that have words of ours. */
const KNOWN: Record<string, MessageKey> = { instant: 'payments.instant', confirmation: 'payments.confirmation' }

/** Within so many hours, whole days as days. */
export function hoursText(hours: number): string {
  return hours % 24 === 0 ? t('payments.days', { days: hours / 24 }) : t('payments.hours', { hours })
}

/** How long a payment takes, in words; an operator's own words stand as they are. */
export function processingTimeText(time: string): string {
  const key = KNOWN[time]
  const hours = /^hours:(\d+)$/.exec(time)?.[1]
  if (hours) return hoursText(Number(hours))
  return key ? t(key) : time
}
