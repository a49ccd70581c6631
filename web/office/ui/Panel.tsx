import type { ReactNode } from 'react'
import { cx } from '@/platform/cx'

interface PanelProps {
  title: string
  /** What can be done about it, at the end of the title's line. */
  actions?: ReactNode
  className?: string
  children: ReactNode
}

/** A part of a page with a title of its own. */
export function Panel({ title, actions, className, children }: PanelProps) {
  return (
    <section aria-label={title} className={cx('min-w-0 rounded-l border border-line bg-surface', className)}>
      <header className="flex min-h-12 flex-wrap items-center justify-between gap-2 border-b border-line px-4 py-2">
        <h2 className="text-base font-semibold">{title}</h2>
        {actions}
      </header>
      <div className="p-4">{children}</div>
    </section>
  )
}
