import type { ReactNode } from 'react'
import { cx } from '@/platform/cx'

export type BadgeTone = 'success' | 'neutral' | 'accent' | 'info' | 'danger' | 'warning' | 'vip'

const TONES: Record<BadgeTone, string> = {
  neutral: 'bg-hover text-soft',
  accent: 'bg-accent text-on-accent',
  success: 'bg-success/12 text-success',
  info: 'bg-info/15 text-info',
  danger: 'bg-danger/15 text-danger-text',
  warning: 'bg-warning/15 text-warning',
  vip: 'bg-vip/20 text-vip-text',
}

/** A short word that classifies what it stands on. */
export function Badge({ tone = 'neutral', children, className }: { tone?: BadgeTone; children: ReactNode; className?: string }) {
  return (
    <span className={cx('inline-flex h-6 items-center gap-1 rounded-s px-2 text-xs font-semibold whitespace-nowrap', TONES[tone], className)}>{children}</span>
  )
}
