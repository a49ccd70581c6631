import { cx } from '@/lib/cx'

/** The grey shape of what is still to come; give it the exact size through `className`. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        'relative block overflow-hidden rounded-m bg-hover after:absolute after:inset-0 after:animate-shimmer after:bg-[linear-gradient(100deg,transparent_30%,var(--line)_50%,transparent_70%)]',
        className,
      )}
    />
  )
}
