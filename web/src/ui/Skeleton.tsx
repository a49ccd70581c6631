import { cx } from '@/platform/cx'

const SHIMMER = 'after:absolute after:inset-0 after:animate-shimmer after:bg-[linear-gradient(100deg,transparent_30%,var(--line)_50%,transparent_70%)]'

interface SkeletonProps {
  className?: string
  /** Does not shimmer: for what is out of sight, where each step of it would cost a frame. */
  still?: boolean
}

/** The grey shape of what is still to come; give it the exact size through `className`. */
export function Skeleton({ className, still = false }: SkeletonProps) {
  return <span aria-hidden="true" className={cx('relative block overflow-hidden rounded-m bg-hover', !still && SHIMMER, className)} />
}
