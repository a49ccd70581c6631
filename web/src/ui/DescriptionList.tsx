import type { ReactNode } from 'react'
import { cx } from '@/platform/cx'

/** Names and their values, row by row; `card` draws a frame around them and lines between. */
export function DescriptionList({ look = 'plain', className, children }: { look?: 'plain' | 'card'; className?: string; children: ReactNode }) {
  const isCard = look === 'card'
  return (
    <dl
      className={cx(
        'text-sm',
        isCard
          ? 'divide-y divide-line/60 rounded-m border border-line bg-raised px-4 text-left [&>div]:min-h-12 [&>div]:items-center [&>div]:py-2'
          : 'space-y-2',
        className,
      )}
    >
      {children}
    </dl>
  )
}

/** One row of a description list. */
export function Description({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="text-soft">{label}</dt>
      <dd className="text-right text-text">{children}</dd>
    </div>
  )
}
