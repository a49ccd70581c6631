import { cx } from '@/lib/cx'

/** The grey shape of what is still to come; give it the exact size through `className`. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        'block animate-shimmer rounded-m bg-hover bg-[linear-gradient(100deg,transparent_30%,var(--line)_50%,transparent_70%)] bg-[length:200%_100%]',
        className,
      )}
    />
  )
}
