import { t } from '@/i18n/messages'
import { cx } from '@/platform/cx'
import { useMoneyText } from '@/ui/Money'
import { ProgressBar } from '@/ui/ProgressBar'
import type { WagerProgress } from '../model/wager'

interface WagerBarProps {
  progress: WagerProgress
  currency: string
  className?: string
}

/** How much of what a bonus asks has been bet, in figures and as a bar. */
export function WagerBar({ progress, currency, className }: WagerBarProps) {
  const money = useMoneyText()
  const label = t('gifts.progress', { done: money(progress.wageredCents, currency), total: money(progress.requiredCents, currency) })
  return (
    <div className={cx('min-w-0', className)}>
      <p className="tabular flex flex-wrap justify-between gap-x-4 text-sm">
        <span>{label}</span>
        <span className="text-muted">{t('gifts.left', { amount: money(progress.leftCents, currency) })}</span>
      </p>
      <ProgressBar label={label} percent={progress.percent} className="mt-1.5" />
    </div>
  )
}
