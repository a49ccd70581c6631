import type { ReactNode } from 'react'
import { cx } from '@/platform/cx'
import { Icon, type IconName } from './Icon'

type NoticeTone = 'info' | 'success' | 'warning' | 'danger'

const LOOKS: Record<NoticeTone, { icon: IconName; frame: string; tone: string }> = {
  info: { icon: 'info', frame: 'border-info/30 bg-info/8', tone: 'text-info' },
  success: { icon: 'check', frame: 'border-success/30 bg-success/8', tone: 'text-success' },
  warning: { icon: 'warning', frame: 'border-warning/35 bg-warning/8', tone: 'text-warning' },
  danger: { icon: 'error', frame: 'border-danger/40 bg-danger/10', tone: 'text-danger-text' },
}

interface AlertProps {
  tone?: NoticeTone
  children: ReactNode
  /** One way on, after the text. */
  action?: ReactNode
  className?: string
}

/** Something to know before going on, standing in the page. A `danger` one is read out at once. */
export function Alert({ tone = 'info', children, action, className }: AlertProps) {
  const look = LOOKS[tone]
  return (
    <div
      role={tone === 'danger' ? 'alert' : undefined}
      className={cx('flex items-start gap-3 rounded-m border px-4 py-3 text-sm text-text', look.frame, className)}
    >
      <Icon name={look.icon} size={20} className={cx('mt-px shrink-0', look.tone)} />
      {/* An action goes below a text that it would leave too little room. */}
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-56">{children}</div>
        {action}
      </div>
    </div>
  )
}
