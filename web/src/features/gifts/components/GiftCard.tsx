import { useId } from 'react'
import { currentLocale, t } from '@/i18n/messages'
import { dateTimeText } from '@/i18n/names'
import { cx } from '@/platform/cx'
import { decimalText } from '@/platform/decimals'
import { useNow } from '@/platform/useNow'
import { Badge, type BadgeTone } from '@/ui/Badge'
import { Countdown } from '@/ui/Countdown'
import { Money, useMoneyText } from '@/ui/Money'
import { ProgressBar } from '@/ui/ProgressBar'
import type { Gift } from '../model/gifts'
import { isFinished, mayActivate } from '../model/stages'
import { stageText, typeText } from '../model/texts'
import { wagerProgress } from '../model/wager'
import { GiftActions } from './GiftActions'
import { GiftPicture, GiftTitle } from './GiftFace'
import { GiftOutcome } from './GiftOutcome'
import { GiftTerms } from './GiftTerms'
import { TurnOf } from './TurnOf'
import { WagerBar } from './WagerBar'

/** How often it is looked whether a gift can still be activated. */
const LOOK_MS = 1_000

const TONES: Record<string, BadgeTone> = {
  issued: 'info',
  wait: 'neutral',
  handle_bets: 'success',
  activated: 'success',
  wager_done: 'success',
  lost: 'neutral',
  canceled: 'neutral',
  expired: 'warning',
}

/** One gift: what it is, how it stands, and what can be done with it. */
export function GiftCard({ gift }: { gift: Gift }) {
  const id = useId()
  const { stage, title } = gift.gift
  const isOver = isFinished(stage)
  return (
    <article aria-labelledby={id} className={cx('rounded-l border border-line bg-surface p-5', isOver && 'bg-transparent')}>
      <div className="flex items-start gap-4">
        <GiftPicture gift={gift} muted={isOver} />
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
            <h4 id={id} className="font-display text-base font-semibold break-words">
              {isOver ? title : <GiftTitle gift={gift} />}
            </h4>
            <Badge tone={TONES[stage] ?? 'neutral'}>{stageText(stage)}</Badge>
          </div>
          <Kind gift={gift} />
        </div>
      </div>
      {isOver ? (
        <GiftOutcome gift={gift} />
      ) : (
        <>
          <Progress gift={gift} />
          <GiftTerms gift={gift} />
          <Footer gift={gift} />
        </>
      )}
    </article>
  )
}

/** What it is and how much. */
function Kind({ gift }: { gift: Gift }) {
  if (gift.type === 'freespins') {
    return (
      <p className="mt-0.5 flex flex-wrap gap-x-2 text-sm text-soft">
        <span className="font-semibold text-text">{t('gifts.spins', { count: gift.gift.freespins_total })}</span>
        {typeText(gift.gift.type)}
      </p>
    )
  }
  const { amount_cents, currency, type } = gift.gift
  return (
    <p className="mt-0.5 flex flex-wrap gap-x-2 text-sm text-soft">
      {amount_cents > 0 && <Amount type={type} cents={amount_cents} currency={currency} />}
      {typeText(type)}
    </p>
  )
}

/** Points are counted, everything else is money. */
function Amount({ type, cents, currency }: { type: string; cents: number; currency: string }) {
  if (type === 'XP') return <span className="tabular font-semibold text-text">{decimalText(String(cents), currentLocale())}</span>
  return <Money amountCents={cents} currency={currency} className="font-semibold text-text" />
}

function Progress({ gift }: { gift: Gift }) {
  const money = useMoneyText()
  if (gift.type === 'bonus') {
    const { stage, currency, amount_wager_requirement_cents } = gift.gift
    if (amount_wager_requirement_cents === 0 || stage !== 'handle_bets') return null
    return <WagerBar progress={wagerProgress(gift.gift)} currency={currency} className="mt-4" />
  }
  const { stage, freespins_total: total, freespins_performed: played, win_cents: won, currency } = gift.gift
  if (stage !== 'activated') return null
  const label = t('gifts.spins_left', { left: total - played, total })
  return (
    <div className="mt-4">
      <p className="tabular text-sm">{label}</p>
      <ProgressBar label={label} percent={total > 0 ? Math.floor((played * 100) / total) : 0} className="mt-1.5" />
      {won > 0 && <p className="mt-1.5 text-sm text-soft">{t('gifts.spins_won', { amount: money(won, currency) })}</p>}
    </div>
  )
}

/** A gift can be activated from the moment it is there. */
const EVER = '1970-01-01T00:00:00.000Z'

/** By when, how long that is, and what now. */
function Footer({ gift }: { gift: Gift }) {
  const now = useNow(LOOK_MS)
  const { stage, activatable_until: until } = gift.gift
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-3">
      {gift.type === 'bonus' && stage === 'wait' ? (
        <TurnOf bonus={gift.gift} />
      ) : (
        <div className="min-w-0 flex-1 basis-48 text-sm text-muted">
          {mayActivate(gift.gift, now) && until !== null && (
            <>
              <p className="mb-2">{t('gifts.activate_by', { date: dateTimeText(until) })}</p>
              <Countdown timer={{ start_at: EVER, end_at: until }} ground="page" />
            </>
          )}
        </div>
      )}
      <GiftActions gift={gift} now={now} />
    </div>
  )
}
