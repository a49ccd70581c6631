import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CoinArrival } from '@/api/types'
import { useAction } from '@/api/useAction'
import { t, type MessageKey } from '@/i18n/messages'
import { Button } from '@/ui/Button'
import { useMoneyText } from '@/ui/Money'
import { Alert } from '@/ui/Alert'
import { showToast } from '@/ui/toast'
import { toastError } from '@/ui/toastError'
import { coinArrivalsQuery, creditCoins } from '../api/coins'
import { isShown } from '../model/coins'
import { SendBackDialog } from './SendBackDialog'

const WHY: Record<NonNullable<CoinArrival['reason']>, MessageKey> = {
  deposit_limit: 'cashbox.coin_why.deposit_limit',
  exclusion: 'cashbox.coin_why.exclusion',
  cooling_off: 'cashbox.coin_why.cooling_off',
  locked: 'cashbox.coin_why.locked',
  verification: 'cashbox.coin_why.verification',
  register_silent: 'cashbox.coin_why.register_silent',
  wealth: 'cashbox.coin_why.wealth',
  incomplete: 'cashbox.coin_why.incomplete',
  not_offered: 'cashbox.coin_why.not_offered',
  country: 'cashbox.coin_why.country',
  too_small: 'cashbox.coin_why.too_small',
  wallet_full: 'cashbox.coin_why.wallet_full',
  risk: 'cashbox.coin_why.locked',
}

/** Coins that came to a lasting address and are not in the wallet: on their way, held, or going back. */
export function CoinArrivals() {
  const arrivals = useQuery(coinArrivalsQuery).data?.filter(isShown) ?? []
  if (arrivals.length === 0) return null
  return (
    <ul aria-label={t('cashbox.coin_arrivals')} className="mb-6 space-y-3">
      {arrivals.map((arrival) => (
        <li key={arrival.id}>
          <Arrival arrival={arrival} />
        </li>
      ))}
    </ul>
  )
}

function Arrival({ arrival }: { arrival: CoinArrival }) {
  const { state, reason, confirmations: count, confirmations_needed: needed } = arrival
  const amount = useMoneyText()(arrival.amount_cents, arrival.currency)
  if (state === 'held') return <HeldCoins arrival={arrival} amount={amount} />
  if (state === 'seen' || state === 'confirmed') {
    return (
      <Alert>
        {t('cashbox.coin_seen', { amount })} {needed > 0 && t('cashbox.confirmations', { count, needed })}
      </Alert>
    )
  }
  return (
    <Alert tone={state === 'returned' ? 'success' : 'info'}>
      <p>{t(state === 'returned' ? 'cashbox.coin_returned' : 'cashbox.coin_returning', { amount })}</p>
      {reason && <p className="text-xs text-soft">{t(WHY[reason])}</p>}
      <p data-varies className="text-xs break-all text-soft">
        {arrival.return_address}
      </p>
    </Alert>
  )
}

function HeldCoins({ arrival, amount }: { arrival: CoinArrival; amount: string }) {
  const client = useQueryClient()
  const [isReturning, setIsReturning] = useState(false)
  // Of a locked account staff alone sends coins back.
  const isLocked = arrival.reason === 'locked'
  const crediting = useAction({
    run: (_: void, { idempotencyKey }) => creditCoins(client, arrival.id, idempotencyKey),
    // Less the fee, if there is one: the payment tells.
    onDone: () => showToast('successfully', t('cashbox.coin_credited')),
    onError: (error) => {
      // The reason may be another one by now.
      void client.invalidateQueries({ queryKey: coinArrivalsQuery.queryKey })
      toastError(error)
    },
  })
  return (
    <Alert tone="warning">
      <p className="font-semibold">{t('cashbox.coin_held', { amount })}</p>
      {arrival.reason && <p className="mt-1">{t(WHY[arrival.reason])}</p>}
      {arrival.return_failed && <p className="mt-1">{t('cashbox.coin_return_failed')}</p>}
      {!isLocked && <p className="mt-1 text-xs text-soft">{t('cashbox.coin_held_text')}</p>}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="s" pending={crediting.isPending} onPress={() => void crediting.start()}>
          {t('cashbox.coin_credit')}
        </Button>
        {!isLocked && (
          <Button size="s" variant="secondary" onPress={() => setIsReturning(true)}>
            {t('cashbox.coin_return')}
          </Button>
        )}
      </div>
      {isReturning && <SendBackDialog arrival={arrival} onClose={() => setIsReturning(false)} />}
    </Alert>
  )
}
