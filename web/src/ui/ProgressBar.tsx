import { cx } from '@/platform/cx'

interface ProgressBarProps {
  /** For readers. */
  label: string
  percent: number
  /** What fills it, as a class. */
  fill?: string
  className?: string
}

/** A bar that is filled to so much of a hundred. */
export function ProgressBar({ label, percent, fill = 'bg-(image:--aurora-band)', className }: ProgressBarProps) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      className={cx('h-2 overflow-hidden rounded-full bg-hover', className)}
    >
      <div className={cx('h-full rounded-full', fill)} style={{ width: `${percent}%` }} />
    </div>
  )
}
