import { cx } from '@/platform/cx'

interface ProgressBarProps {
  label: string
  percent: number
  className?: string
}

/** How far something has come, in the colour of loyalty. */
export function ProgressBar({ label, percent, className }: ProgressBarProps) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      className={cx('h-2 overflow-hidden rounded-full bg-hover', className)}
    >
      <div className="h-full rounded-full bg-vip transition-[width] duration-(--motion)" style={{ width: `${percent}%` }} />
    </div>
  )
}
