import type { ReactNode } from 'react'
import { useActiveAccount } from '@/api/session/accounts'
import type { AdventureDay } from '@/api/types'
import { currentLocale, t } from '@/i18n/messages'
import { dateTimeText } from '@/i18n/names'
import { cx } from '@/platform/cx'
import { Badge, type BadgeTone } from '@/ui/Badge'
import { Icon, type IconName } from '@/ui/Icon'
import { ButtonLink } from '@/ui/Link'
import { Money } from '@/ui/Money'
import { ProgressBar } from '@/ui/ProgressBar'
import { usePrizeTexts } from '@/ui/usePrizeTexts'
import { askedOf, dateText, percentOf, weekdayText } from '../model/adventures'

type State = AdventureDay['state']
type AdventureGift = NonNullable<AdventureDay['gift']>

interface Look {
  icon: IconName
  tone: BadgeTone
  frame: string
}

const LOOKS: Record<State, Look> = {
  superb: { icon: 'crown', tone: 'vip', frame: 'border-vip bg-surface bg-(image:--sheen) col-span-full' },
  completed: { icon: 'check', tone: 'success', frame: 'border-success/50 bg-surface' },
  active: { icon: 'flame', tone: 'info', frame: 'border-link bg-raised' },
  lost: { icon: 'close', tone: 'neutral', frame: 'border-line bg-page' },
  future: { icon: 'lock', tone: 'neutral', frame: 'border-line bg-surface' },
}

interface CardsProps {
  days: readonly AdventureDay[]
  isGuest: boolean
  /** Activates a gift that waits. */
  activate: (gift: AdventureGift) => ReactNode
}

/** The calendar: a card for each day, and one for all of them. */
export function AdventureCards({ days, isGuest, activate }: CardsProps) {
  return (
    <ol className="grid grid-cols-2 gap-3 sm:grid-cols-3 md:gap-4 lg:grid-cols-4 xl:grid-cols-5">
      {days.map((day) => (
        <AdventureCard key={day.step} day={day} isGuest={isGuest} activate={activate} />
      ))}
    </ol>
  )
}

function AdventureCard({ day, isGuest, activate }: Omit<CardsProps, 'days'> & { day: AdventureDay }) {
  const { state, prize } = day
  const texts = usePrizeTexts(useActiveAccount()?.currency)
  const given = prize.bonus ?? prize.fs
  const { icon, tone, frame } = LOOKS[state]
  const isDim = state === 'lost'
  return (
    <li data-state={state} aria-current={day.today ? 'date' : undefined} className={cx('flex min-w-0 flex-col rounded-l border p-4', frame)}>
      <div className="flex items-center justify-between gap-2">
        <DayName day={day} />
        <Icon name={icon} className={cx('shrink-0', state === 'superb' ? 'text-vip-text' : state === 'completed' ? 'text-success' : 'text-muted')} />
      </div>
      <p className={cx('mt-3 font-display font-semibold', isDim && 'text-muted')}>{given && texts.name(given)}</p>
      <p className="mt-1 text-xs text-muted">{given && texts.terms(given)}</p>
      <p className="mt-1 text-xs text-muted">{t('adventures.activation', { count: day.periodActivationDays })}</p>
      <div className="mt-auto grid gap-3 pt-4">
        <div>
          <Badge tone={tone}>{t(state === 'superb' && day.isCompleted ? 'adventures.state_completed' : `adventures.state_${state}`)}</Badge>
        </div>
        {state === 'active' && <Today day={day} isGuest={isGuest} />}
        {day.isCompleted && <Given gift={day.gift} activate={activate} />}
      </div>
    </li>
  )
}

function DayName({ day }: { day: AdventureDay }) {
  const locale = currentLocale()
  if (day.state === 'superb') return <h2 className="font-display text-sm font-semibold">{t('adventures.all_days')}</h2>
  return (
    <h2 className="text-sm font-normal">
      <span className="font-display font-semibold">{weekdayText(day.weekday, locale)}</span> <span className="text-soft">{dateText(day, locale)}</span>
    </h2>
  )
}

/** What is still to be paid in today, and the way to it. */
function Today({ day, isGuest }: { day: AdventureDay; isGuest: boolean }) {
  const currency = useActiveAccount()?.currency
  const asked = askedOf(day, currency)
  const percent = percentOf(day, currency)
  return (
    <div className="grid gap-2">
      {asked && (
        <p className="text-xs text-soft">
          {t('adventures.deposit_from')} <Money amountCents={asked.amountCents} currency={asked.currency} className="font-semibold text-text" />
        </p>
      )}
      {!isGuest && percent !== undefined && percent > 0 && <ProgressBar label={t('adventures.paid_in')} percent={percent} />}
      {isGuest ? (
        <ButtonLink to="/sign-up" search={{ redirect: '/vip-adventures' } as object} size="s" wide>
          {t('shell.sign_up')}
        </ButtonLink>
      ) : (
        <ButtonLink to="/deposit" size="s" wide>
          {t('shell.deposit')}
        </ButtonLink>
      )}
    </div>
  )
}

/** The gift of a completed day. */
function Given({ gift, activate }: { gift: AdventureGift | null; activate: (gift: AdventureGift) => ReactNode }) {
  if (!gift) return <p className="text-xs text-soft">{t('adventures.gift_due')}</p>
  if (!gift.activatable) return null
  return (
    <div className="grid gap-2">
      {gift.activatable_until && <p className="text-xs text-soft">{t('adventures.activate_until', { time: dateTimeText(gift.activatable_until) })}</p>}
      {activate(gift)}
    </div>
  )
}
