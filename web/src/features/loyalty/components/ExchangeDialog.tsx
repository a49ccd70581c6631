import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useActiveAccount } from '@/api/session/accounts'
import { usePlayer } from '@/api/session/player'
import { isDefinitive } from '@/api/action'
import type { PurchaseRequest, ShopOffer } from '@/api/types'
import { useAction } from '@/api/useAction'
import { currentLocale, t, type MessageKey } from '@/i18n/messages'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { FailedState } from '@/ui/FailedState'
import { Icon } from '@/ui/Icon'
import { IconButton } from '@/ui/IconButton'
import { ButtonLink } from '@/ui/Link'
import { Money } from '@/ui/Money'
import { Skeleton } from '@/ui/Skeleton'
import { compPointsQuery, useCompPoints } from '../api/points'
import { exchangePoints, keepPurchase, offersQuery, reloadOffers } from '../api/shop'
import { addressOf, checksFor, costOf, offerOf, purchaseOf, quantityMax, rateFor, shortfall, type CardName, type ExchangeCheck } from '../model/shop'
import { dropUndecided, keepUndecided, undecidedExchange } from '../model/undecided'
import { Emblem } from './Emblem'
import { pointsText } from './PointsText'
import { KINDS } from './rewardKinds'

interface ExchangeDialogProps {
  card: CardName
  /** How many more tickets of a lottery the player can have; undefined while that is not known. */
  ticketsLeft: (lotteryId: number) => number | undefined
  /** Lets the player have bonuses. */
  enableBonuses: (idempotencyKey: string) => Promise<void>
  /** Told once the server has decided, for or against. */
  onDecided: () => void
  onClose: () => void
}

/** What is on show: an exchange stays undecided until an answer tells what became of it. */
type Step = { name: 'choose' | 'done' | 'failed' } | { name: ExchangeCheck | 'undecided'; purchase: PurchaseRequest }

/** One card's exchange: how many, what a player is asked first, and then whether it was done. */
export function ExchangeDialog({ card, ticketsLeft, enableBonuses, onDecided, onClose }: ExchangeDialogProps) {
  const player = usePlayer()
  const { data: offers, isError, refetch } = useQuery(offersQuery(currentLocale()))
  const [step, setStep] = useState<Step>(() => {
    const purchase = undecidedExchange(player?.id, card)
    return purchase ? { name: 'undecided', purchase } : { name: 'choose' }
  })
  const offer = offerOf(offers, card)
  const exchange = useExchange(player?.id, card, setStep, onDecided)
  const enabling = useAction({
    run: (_: PurchaseRequest, { idempotencyKey }) => enableBonuses(idempotencyKey),
    onDone: (_, purchase) => void exchange.start(purchase),
    onError: () => setStep({ name: 'failed' }),
  })
  const isPending = exchange.isPending || enabling.isPending
  /** Asks what is still to be asked of the player after `asked`, and then exchanges. */
  const goOn = (purchase: PurchaseRequest, asked?: ExchangeCheck | 'undecided') => {
    const checks = player && offer && asked !== 'undecided' ? checksFor(player, offer) : []
    const next = checks[asked ? checks.indexOf(asked as ExchangeCheck) + 1 : 0]
    if (asked === 'bonuses') void enabling.start(purchase)
    else if (next) setStep({ name: next, purchase })
    else void exchange.start(purchase)
  }
  const dialog = { size: 's', onClose, dismissable: !isPending } as const
  if (step.name === 'done' || step.name === 'failed')
    return <Outcome type={offer?.bonus ? 'bonus' : card.type} isDone={step.name === 'done'} onClose={onClose} />
  if ('purchase' in step) {
    const [title, text, label] = TEXTS[step.name]
    return (
      <Dialog title={t(title)} {...dialog}>
        <p role="status" className="text-soft">
          {t(text)}
        </p>
        <div className="mt-6 grid grid-cols-2 gap-3">
          <Button variant="secondary" isDisabled={isPending} onPress={onClose}>
            {t(step.name === 'undecided' ? 'shop.close' : 'shop.cancel')}
          </Button>
          <Button pending={isPending} onPress={() => goOn(step.purchase, step.name)}>
            {t(label)}
          </Button>
        </div>
      </Dialog>
    )
  }
  const lottery = offer?.rate?.lottery_ids[0]
  const countMax = (lottery === undefined ? undefined : ticketsLeft(lottery)) ?? offer?.rate?.count_max
  return (
    <Dialog title={t('shop.exchange_title')} {...dialog}>
      {!offers && (isError ? <FailedState level={3} title={t('shop.failed')} onRetry={() => void refetch()} /> : <Skeleton className="h-56 w-full" />)}
      {offers && !offer && <p className="text-soft">{t('shop.gone')}</p>}
      {offer && <Choice offer={offer} countMax={countMax} isPending={isPending} onExchange={goOn} onClose={onClose} />}
    </Dialog>
  )
}

const TEXTS = {
  bonuses: ['shop.bonuses_title', 'shop.bonuses_text', 'shop.bonuses_go'],
  multi_account: ['shop.multi_title', 'shop.multi_text', 'shop.continue'],
  undecided: ['shop.undecided_title', 'shop.undecided_text', 'oops.action'],
} as const

/** Exchanges for `player` and goes on to what became of it. Without a definitive answer the next try is the same exchange. */
function useExchange(player: number | undefined, card: CardName, setStep: (step: Step) => void, onDecided: () => void) {
  const client = useQueryClient()
  return useAction({
    run: (purchase: PurchaseRequest, { idempotencyKey }) => {
      if (player !== undefined) keepUndecided(player, card, purchase)
      return exchangePoints(purchase, idempotencyKey)
    },
    lastingName: `exchange of player ${player}`,
    onDone: (answer) => {
      if (player !== undefined) dropUndecided(player, card)
      keepPurchase(client, answer)
      onDecided()
      setStep({ name: 'done' })
    },
    onError: (error, purchase) => {
      void client.invalidateQueries({ queryKey: compPointsQuery.queryKey })
      if (!isDefinitive(error)) return setStep({ name: 'undecided', purchase })
      if (player !== undefined) dropUndecided(player, card)
      // What was on offer may have ended.
      reloadOffers(client)
      onDecided()
      setStep({ name: 'failed' })
    },
  })
}

interface ChoiceProps {
  offer: ShopOffer
  /** The most that can be bought; undefined where only the points bound it. */
  countMax: number | undefined
  isPending: boolean
  onExchange: (purchase: PurchaseRequest) => void
  onClose: () => void
}

/** How many of a card; a guest is asked in, and who has too few points is told how many are missing. */
function Choice({ offer, countMax, onExchange, ...state }: ChoiceProps) {
  const player = usePlayer()
  const currency = useActiveAccount()?.currency
  const { points, hasFailed, retry } = useCompPoints()
  const [quantity, setQuantity] = useState(1)
  const rate = rateFor(offer, player ? currency : undefined)
  const cost = costOf(offer, player ? currency : undefined)
  if (cost === undefined) return <p className="text-soft">{t('shop.gone')}</p>
  const balance = points?.chargeable.points
  // The balance may fall while the dialog is open.
  const count = Math.min(quantity, Math.max(1, quantityMax(balance ?? 0, cost, countMax)))
  const exchange = () => onExchange(purchaseOf(offer, cost, count))
  return (
    <>
      <div className="flex items-center gap-4">
        <Emblem>
          <Icon name={KINDS[offer.type].icon} size={24} />
        </Emblem>
        <div>
          <p className="text-2xl font-semibold">
            {rate ? <Money amountCents={rate.amount_cents * count} currency={rate.currency} /> : <Reward offer={offer} count={count} />}
          </p>
          <p className="text-sm text-soft">{t('shop.costs', { count: pointsText(cost * count) })}</p>
        </div>
      </div>
      {player && rate && currency && currency !== rate.currency && <p className="mt-3 text-sm text-soft">{t('shop.converted', { currency })}</p>}
      {!player && (
        <ButtonLink to="/sign-up" search={{ redirect: addressOf(offer) } as object} wide className="mt-6">
          {t('shell.sign_up')}
        </ButtonLink>
      )}
      {player &&
        balance === undefined &&
        (hasFailed ? <FailedState level={3} title={t('shop.points_failed')} onRetry={retry} /> : <Skeleton className="mt-6 h-24 w-full" />)}
      {player && balance !== undefined && (
        <Payment {...state} balance={balance} cost={cost} countMax={countMax} count={count} onQuantity={setQuantity} onExchange={exchange} />
      )}
    </>
  )
}

/** What is bought that is no money. */
function Reward({ offer: { type, title }, count }: { offer: ShopOffer; count: number }) {
  return (
    <>
      {title}
      <span className="block text-base font-medium text-soft">{type === 'lotteries' ? t('shop.tickets_count', { count }) : `${count} ×`}</span>
    </>
  )
}

interface PaymentProps extends Pick<ChoiceProps, 'isPending' | 'onClose' | 'countMax'> {
  /** In points, as is `cost`, that of one card. */
  balance: number
  cost: number
  count: number
  onQuantity: (count: number) => void
  onExchange: () => void
}

/** How many the balance pays for, or how many points it is short of one. */
function Payment({ balance, cost, countMax, count, isPending, onQuantity, onExchange, onClose }: PaymentProps) {
  const missing = shortfall(balance, cost)
  if (missing > 0) {
    return (
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
    )
  }
  return (
    <>
      <div role="group" aria-label={t('shop.quantity')} className="mt-6 flex items-center justify-between rounded-m border border-line p-1.5">
        <IconButton icon="arrowDown" label={t('shop.fewer')} isDisabled={count <= 1 || isPending} onPress={() => onQuantity(count - 1)} />
        <output aria-live="polite" className="tabular font-display text-lg font-semibold">
          {count}
        </output>
        <IconButton
          icon="plus"
          label={t('shop.more')}
          isDisabled={count >= quantityMax(balance, cost, countMax) || isPending}
          onPress={() => onQuantity(count + 1)}
        />
      </div>
      <p className="mt-2 text-sm text-muted">{t('shop.left', { count: pointsText(balance - cost * count) })}</p>
      <Button wide pending={isPending} onPress={onExchange} className="mt-5">
        {t('shop.exchange_now')}
      </Button>
    </>
  )
}

const DONE_TEXTS: Record<string, MessageKey> = {
  bonus: 'shop.done_bonus',
  freespins: 'shop.done_spins',
  lotteries: 'shop.done_tickets',
  lootboxes: 'shop.done_boxes',
}

/** Whether it was done; why it was not is never told here. */
function Outcome({ type, isDone, onClose }: { type: string; isDone: boolean; onClose: () => void }) {
  return (
    <Dialog title={t(isDone ? 'shop.done_title' : 'shop.failed_title')} size="s" onClose={onClose}>
      <div role="status" className="flex flex-col items-center text-center">
        <span
          className={
            isDone
              ? 'grid size-16 place-items-center rounded-full bg-success/15 text-success'
              : 'grid size-16 place-items-center rounded-full bg-danger/15 text-danger-text'
          }
        >
          <Icon name={isDone ? 'check' : 'error'} size={32} />
        </span>
        <p className="mt-4 text-soft">{t(isDone ? (DONE_TEXTS[type] ?? 'shop.done_text') : 'shop.failed_text')}</p>
      </div>
      <Button wide variant={isDone ? 'primary' : 'secondary'} onPress={onClose} className="mt-6">
        {t('shop.close')}
      </Button>
    </Dialog>
  )
}
