import { t, type MessageKey } from './messages'

/** How long the kinds of payments take that have words of ours. */
const KNOWN: Record<string, MessageKey> = { instant: 'payments.instant', confirmation: 'payments.confirmation' }

/** How long a payment takes, in words; an operator's own words stand as they are. */
export function processingTimeText(time: string): string {
  const key = KNOWN[time]
  return key ? t(key) : time
}
