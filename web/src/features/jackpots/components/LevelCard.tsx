import type { JackpotLevel } from '@/api/types'
import { t } from '@/i18n/messages'
import { cx } from '@/platform/cx'
import { useMoneyText } from '@/ui/Money'
import { heatOf } from '../model/counting'
import { CountingMoney } from './CountingMoney'
import { LevelGem } from './LevelGem'

/** A level: its stone, what lies in it, and how near it has come to where it has to be won. */
export function LevelCard({ level, currency, isLarge = false }: { level: JackpotLevel; currency: string; isLarge?: boolean }) {
  const money = useMoneyText()
  const isGold = level.name === 'gold'
  return (
    <div
      className={cx(
        'relative flex min-w-0 flex-col items-center overflow-hidden rounded-m border bg-surface/70 px-4 text-center backdrop-blur-sm',
        isGold ? 'border-win/45 shadow-[0_0_44px_-14px_var(--win)]' : 'border-line/70',
        isLarge ? 'py-6' : 'py-4',
      )}
    >
      <LevelGem name={level.name} size={isLarge ? 72 : 52} />
      <p className="mt-1 font-sans text-xs font-semibold tracking-[0.14em] text-soft uppercase">{t(`jackpots.${level.name}`)}</p>
      <CountingMoney
        amountCents={level.amount_cents}
        currency={currency}
        className={cx('mt-1 block max-w-full font-semibold whitespace-nowrap', isLarge ? 'text-2xl md:text-3xl' : 'text-xl md:text-2xl')}
      />
      <div aria-hidden="true" className="mt-3 h-1.5 w-full max-w-52 overflow-hidden rounded-full bg-page/80">
        <div
          className="h-full origin-left rounded-full bg-(image:--aurora-band) transition-transform duration-700"
          style={{ transform: `scaleX(${Math.max(0.02, heatOf(level))})` }}
        />
      </div>
      <p className="tabular mt-2 text-xs text-muted">{t('jackpots.must_hit_by', { amount: money(level.must_hit_by_cents, currency) })}</p>
      {isLarge && <p className="tabular mt-1 text-xs text-soft">{level.min_bet_text.replace('{amount}', money(level.min_bet_cents, currency))}</p>}
    </div>
  )
}
