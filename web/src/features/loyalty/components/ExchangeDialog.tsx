import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useActiveAccount } from '@/api/session/accounts'
import { usePlayer } from '@/api/session/player'
import type { ShopOffer } from '@/api/types'
import { useAction } from '@/api/useAction'
import { t } from '@/i18n/messages'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { Icon } from '@/ui/Icon'
import { IconButton } from '@/ui/IconButton'
import { ButtonLink } from '@/ui/Link'
import { Money } from '@/ui/Money'
import { Skeleton } from '@/ui/Skeleton'
import { compPointsQuery } from '../api/points'
import { exchangePoints, keepPurchase, offersQuery } from '../api/shop'
import { checksFor, quantityMax, rateFor, shortfall } from '../model/shop'
import { Emblem } from './Emblem'
import { pointsText } from './PointsText'

interface ExchangeDialogProps {
  type: string
  group: string
  onClose: () => void
}

type Step = 'choose' | 'multi_account' | 'done' | 'failed'

/** One card's exchange: how many, what a player is asked first, and then whether it was done. */
export function ExchangeDialog({ type, group, onClose }: ExchangeDialogProps) {
  const client = useQueryClient()
  const player = usePlayer()
  const { data: offers, isPending } = useQuery(offersQuery)
  const [step, setStep] = useState<Step>('choose')
  const [quantity, setQuantity] = useState(1)
  const offer = offers?.find((one) => one.type === type && one.group === group)
  const cost = rateFor(offer ?? { type: 'money', group, rates: [] }, useActiveAccount()?.currency)?.points ?? 0
  const exchange = useAction({
    run: (purchase: { type: ShopOffer['type']; group: string; points: number }, { idempotencyKey }) => exchangePoints(purchase, idempotencyKey),
    onDone: (purchase) => {
      keepPurchase(client, purchase)
      setStep('done')
    },
    onError: () => {
      void client.invalidateQueries({ queryKey: compPointsQuery.queryKey })
      setStep('failed')
    },
  })
  const perform = () => {
    if (offer) void exchange.start({ type: offer.type, group: offer.group, points: cost * quantity })
  }
  const next = () => {
    const [check] = player ? checksFor(player) : []
    if (check) setStep(check)
    else perform()
  }
  if (step === 'done' || step === 'failed') return <Outcome isDone={step === 'done'} onClose={onClose} />
  if (step === 'multi_account') {
    return (
      <Dialog title={t('shop.multi_title')} size="s" onClose={onClose}>
        <p className="text-soft">{t('shop.multi_text')}</p>
        <div className="mt-6 grid grid-cols-2 gap-3">
          <Button variant="secondary" onPress={onClose}>
            {t('shop.cancel')}
          </Button>
          <Button pending={exchange.isPending} onPress={perform}>
            {t('shop.continue')}
          </Button>
        </div>
      </Dialog>
    )
  }
  return (
    <Dialog title={t('shop.exchange_title')} size="s" onClose={onClose}>
      {isPending && <Skeleton className="h-56 w-full" />}
      {!isPending && !offer && <p className="text-soft">{t('shop.gone')}</p>}
      {offer && <Choice offer={offer} quantity={quantity} onQuantity={setQuantity} isPending={exchange.isPending} onExchange={next} onClose={onClose} />}
    </Dialog>
  )
}

interface ChoiceProps {
  offer: ShopOffer
  quantity: number
  onQuantity: (quantity: number) => void
  isPending: boolean
  onExchange: () => void
  onClose: () => void
}

/** How many of a card; a guest is asked in, and who has too few points is told how many are missing. */
function Choice({ offer, quantity, onQuantity, isPending, onExchange, onClose }: ChoiceProps) {
  const player = usePlayer()
  const currency = useActiveAccount()?.currency
  const { data: points, isPending: isUnknown } = useQuery({ ...compPointsQuery, enabled: Boolean(player) })
  const rate = rateFor(offer, player ? currency : undefined)
  if (!rate) return <p className="text-soft">{t('shop.gone')}</p>
  const balance = points?.chargeable.points ?? 0
  const most = quantityMax(balance, rate.points)
  const missing = shortfall(balance, rate.points)
  const count = Math.min(quantity, Math.max(1, most))
  return (
    <>
      <div className="flex items-center gap-4">
        <Emblem>
          <Icon name="wallet" size={24} />
        </Emblem>
        <div>
          <p className="text-2xl font-semibold">
            <Money amountCents={rate.amount_cents * count} currency={rate.currency} />
          </p>
          <p className="text-sm text-soft">{t('shop.costs', { count: pointsText(rate.points * count) })}</p>
        </div>
      </div>
      {player && currency && currency !== rate.currency && <p className="mt-3 text-sm text-soft">{t('shop.converted', { currency })}</p>}
      {!player && (
        <ButtonLink to="/sign-up" search={{ redirect: `/rocket-mart/exchange/${offer.type}/${offer.group}` } as object} wide className="mt-6">
          {t('shell.sign_up')}
        </ButtonLink>
      )}
      {player && isUnknown && <Skeleton className="mt-6 h-24 w-full" />}
      {player && !isUnknown && missing === 0 && (
        <>
          <div role="group" aria-label={t('shop.quantity')} className="mt-6 flex items-center justify-between rounded-m border border-line p-1.5">
            <IconButton icon="arrowDown" label={t('shop.fewer')} isDisabled={count <= 1 || isPending} onPress={() => onQuantity(count - 1)} />
            <output aria-live="polite" className="tabular font-display text-lg font-semibold">
              {count}
            </output>
            <IconButton icon="plus" label={t('shop.more')} isDisabled={count >= most || isPending} onPress={() => onQuantity(count + 1)} />
          </div>
          <p className="mt-2 text-sm text-muted">{t('shop.left', { count: pointsText(balance - rate.points * count) })}</p>
          <Button wide pending={isPending} onPress={onExchange} className="mt-5">
            {t('shop.exchange_now')}
          </Button>
        </>
      )}
      {player && !isUnknown && missing > 0 && (
        <>
          <p role="status" className="mt-6 font-medium">
            {t('shop.too_few', { count: pointsText(missing) })}
          </p>
          <div className="mt-5 grid grid-cols-2 gap-3">
            <ButtonLink to="/">{t('shop.play')}</ButtonLink>
            <Button variant="secondary" onPress={onClose}>
              {t('shop.to_shop')}
            </Button>
          </div>
        </>
      )}
    </>
  )
}

/** Whether it was done; why it was not is never told here. */
function Outcome({ isDone, onClose }: { isDone: boolean; onClose: () => void }) {
  return (
    <Dialog title={t(isDone ? 'shop.done_title' : 'shop.failed_title')} size="s" onClose={onClose}>
      <div role="status" className="flex flex-col items-center text-center">
        <span className={isDone ? 'grid size-16 place-items-center rounded-full bg-success/15 text-success' : 'grid size-16 place-items-center rounded-full bg-danger/15 text-danger-text'}>
          <Icon name={isDone ? 'check' : 'error'} size={32} />
        </span>
        <p className="mt-4 text-soft">{t(isDone ? 'shop.done_text' : 'shop.failed_text')}</p>
      </div>
      <Button wide variant={isDone ? 'primary' : 'secondary'} onPress={onClose} className="mt-6">
        {t('shop.close')}
      </Button>
    </Dialog>
  )
}
