import { Link } from '@tanstack/react-router'
import { usePlayer } from '@/api/session/player'
import { t } from '@/i18n/messages'
import { Icon } from '@/ui/Icon'
import { useMoneyText } from '@/ui/Money'
import { creditOf } from '../model/offers'
import { useHeadline } from './OfferTerms'
import { useDepositOffers, type PayableOffer } from './useDepositOffers'

interface DepositBonusProps {
  currency: string
  /** What was typed; null while it can be no amount. */
  amountCents: number | null
}

/** Which bonus a deposit brings, and how much for the amount that was typed; nothing when there is none to have. */
export function DepositBonus({ currency, amountCents }: DepositBonusProps) {
  const player = usePlayer()
  const { offers } = useDepositOffers(currency)
  if (!player?.can_issue_bonuses) return null
  const code = player.deposit_bonus_code
  if (code === null && offers.length === 0) return null
  const chosen = offers.find(({ offer }) => offer.code === code)
  return (
    <section aria-label={t('offers.with_deposit')} className="rounded-m border border-line bg-page/50 px-4 py-3">
      <div className="flex items-center gap-3">
        <Icon name="gift" size={22} className={code === null ? 'shrink-0 text-muted' : 'shrink-0 text-accent'} />
        <div className="min-w-0 flex-1">
          <p className="text-sm font-semibold break-words">{chosen?.offer.title ?? (code === null ? t('offers.none') : t('offers.by_code', { code }))}</p>
          {code === null && <p className="text-xs text-soft">{t('offers.there_are', { count: offers.length })}</p>}
          {chosen && <Headline {...chosen} />}
        </div>
        <Link
          to="/deposit-bonus"
          aria-haspopup="dialog"
          className="pressable flex min-h-11 shrink-0 items-center rounded-s px-2 text-sm font-semibold text-link"
        >
          {t(code === null ? 'offers.choose' : 'offers.change')}
        </Link>
      </div>
      {chosen && amountCents !== null && (
        <div role="status" className="mt-2 border-t border-line/60 pt-2 text-sm text-soft">
          <CreditText {...chosen} amountCents={amountCents} />
        </div>
      )}
    </section>
  )
}

function Headline({ offer, amounts }: PayableOffer) {
  return <p className="text-xs text-soft">{useHeadline()(offer, amounts)}</p>
}

/** What would be credited, in figures. */
function CreditText({ offer, amounts, amountCents }: PayableOffer & { amountCents: number }) {
  const money = useMoneyText()
  const amount = (cents: number) => money(cents, amounts.currency)
  const credit = creditOf(offer, amounts, amountCents)
  if (credit.kind === 'too_small') return t('offers.missing', { amount: amount(credit.missingCents) })
  const bonus = amount(credit.bonusCents)
  const isWagered = credit.requirementCents > 0
  const text = isWagered
    ? t(offer.sticky ? 'offers.credit_sticky' : 'offers.credit', { bonus, requirement: amount(credit.requirementCents) })
    : t('offers.credit_free', { bonus })
  return credit.isCapped ? `${text} ${t('offers.capped')}` : text
}
