import type { ShopOffer } from '@/api/types'
import { chanceText } from '@/i18n/chance'
import { t, type MessageKey } from '@/i18n/messages'
import { Badge, type BadgeTone } from '@/ui/Badge'
import { Icon } from '@/ui/Icon'
import { TextLink } from '@/ui/Link'
import { Money, useMoneyText } from '@/ui/Money'
import { amountsIn, rateFor } from '../model/shop'
import { Emblem } from './Emblem'
import { KINDS } from './rewardKinds'

const PROMO_TONES: Record<NonNullable<ShopOffer['promo']>['type'], BadgeTone> = { new: 'info', popular: 'vip', best_value: 'success' }

interface RewardHeadProps {
  offer: ShopOffer
  currency: string | undefined
  /** Level of the name, by where the card stands on the page. */
  level: 2 | 3
}

/** What a card gives: its kind, its name, and what there is to know before it is bought. */
export function RewardHead({ offer, currency, level }: RewardHeadProps) {
  const Name = `h${level}` as const
  const { icon, label } = KINDS[offer.type]
  const rate = rateFor(offer, currency)
  return (
    <div className="flex items-start gap-4">
      <Emblem>
        <Icon name={icon} size={24} />
      </Emblem>
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
          {t(label)}
          {offer.promo && <Badge tone={PROMO_TONES[offer.promo.type]}>{offer.promo.text}</Badge>}
        </p>
        <Name className="mt-0.5 text-2xl font-semibold">
          {offer.type === 'money' && rate ? <Money amountCents={rate.amount_cents} currency={rate.currency} /> : offer.title}
        </Name>
        {offer.type === 'money' && offer.title && <p className="font-medium">{offer.title}</p>}
        <Note offer={offer} currency={currency} />
      </div>
    </div>
  )
}

function Note({ offer: { type, items, freespins, bonus, lottery_slug: slug }, currency }: { offer: ShopOffer; currency: string | undefined }) {
  if (bonus) return <BonusTerms bonus={bonus} currency={currency} />
  if (type === 'money') return <p className="text-sm text-soft">{t('shop.real_money')}</p>
  if (freespins) return <SpinTerms spins={freespins} currency={currency} />
  if (slug !== null) {
    return (
      <TextLink to="/lottery/$slug" params={{ slug }}>
        {t('shop.to_lottery')}
      </TextLink>
    )
  }
  return <BoxOdds items={items} />
}

/** What free spins are played at, and what is asked of what they win. */
function SpinTerms({ spins, currency }: { spins: NonNullable<ShopOffer['freespins']>; currency: string | undefined }) {
  const money = useMoneyText()
  const amounts = amountsIn(spins.currencies, currency)
  const lines = [
    amounts && t('gifts.terms.stake', { amount: money(amounts.stake_cents, amounts.currency) }),
    spins.wager_multiple > 0 ? t('gifts.terms.spins_wager', { multiple: spins.wager_multiple }) : t('gifts.terms.spins_cash'),
    amounts && amounts.win_max_cents !== null && t('gifts.terms.win_max', { amount: money(amounts.win_max_cents, amounts.currency) }),
  ]
  return <Terms lines={lines} />
}

/** What is asked of bonus money before it becomes money. */
function BonusTerms({ bonus, currency }: { bonus: NonNullable<ShopOffer['bonus']>; currency: string | undefined }) {
  const money = useMoneyText()
  const bounds = amountsIn(bonus.currencies, currency)
  const most = (key: MessageKey, cents: number | null | undefined) => bounds && typeof cents === 'number' && t(key, { amount: money(cents, bounds.currency) })
  const lines = [
    t('shop.bonus_money', { multiple: bonus.wager_multiple }),
    most('gifts.terms.win_max', bounds?.win_max_cents),
    most('gifts.terms.bet_max', bounds?.bet_max_cents),
    t('shop.bonus_hours', { hours: bonus.valid_hours }),
  ]
  return <Terms lines={lines} />
}

function Terms({ lines }: { lines: readonly (string | false | undefined)[] }) {
  return (
    <ul className="mt-1 space-y-0.5 text-sm text-soft">
      {lines
        .filter((line) => typeof line === 'string')
        .map((line) => (
          <li key={line}>{line}</li>
        ))}
    </ul>
  )
}

/** What a box can hold, and how likely. */
function BoxOdds({ items }: Pick<ShopOffer, 'items'>) {
  const total = items.reduce((sum, { weight }) => sum + weight, 0)
  return (
    <div className="text-sm text-soft">
      <p>{t('shop.box_can_hold')}</p>
      <ul className="mt-1.5 space-y-1">
        {items.map(({ id, title, weight }) => (
          <li key={id} className="flex justify-between gap-4">
            <span className="text-text">{title}</span>
            <span className="tabular">{chanceText(weight, total)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
