import { PLAYER_SCOPE } from '@/api/keys'
import { channel, reload } from '@/api/realtime'
import { applyPayment, isFinal, paymentQuery } from '@/api/session/payments'
import type { Payment } from '@/api/types'
import { hasAmounts, hasTexts, isObject } from '@/platform/shapes'

const STATES = new Set<Payment['state']>(['pending', 'reserved', 'processing', 'succeeded', 'declined', 'rejected', 'canceled', 'recalled'])

function isPayment(data: unknown): data is Payment {
  if (!isObject(data) || !hasTexts(data, 'id', 'action', 'state', 'currency', 'created_at')) return false
  return hasAmounts(data, 'amount_cents') && (data.action === 'deposit' || data.action === 'cashout') && STATES.has(data.state as Payment['state'])
}

/** What came of a payment, without the payment. */
function isPaymentEvent(data: unknown): data is { payment_id: string; event: string } {
  return isObject(data) && hasTexts(data, 'payment_id', 'event')
}

const METHODS = [[PLAYER_SCOPE, 'payment-methods']]

/** Payments, what becomes of them, and ways to pay that come and go. */
export const cashboxChannels = [
  channel('payments_changes', { isFrame: isPayment, apply: applyPayment, afterGap: [[PLAYER_SCOPE, 'payments']] }),
  channel('payments_events', {
    isFrame: isPaymentEvent,
    // `payments_changes` tells the same step with the payment; only one that the site knows otherwise is asked for.
    apply: (client, { payment_id: id, event }) => {
      // Coins that arrive by themselves are told with the payments, in states of their own.
      if (event.startsWith('coin_')) {
        reload(client, [[PLAYER_SCOPE, 'payments', 'coins']])
        return
      }
      const known = client.getQueryData(paymentQuery(id).queryKey)
      if (known && known.state !== event && !isFinal(known)) void client.invalidateQueries({ queryKey: paymentQuery(id).queryKey })
    },
  }),
  channel('payment_methods_updated', {
    isFrame: isObject,
    apply: (client) => reload(client, METHODS),
    // A frame of the time without a connection is not sent again.
    afterConnect: METHODS,
  }),
]
