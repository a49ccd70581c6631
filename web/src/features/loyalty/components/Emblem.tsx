import { useId, type ReactNode } from 'react'
import { cx } from '@/platform/cx'

interface EmblemProps {
  /** What stands in the middle. */
  children: ReactNode
  /** Drawn without colour: not reached yet. */
  dim?: boolean
  className?: string
}

/** The shield of a level or a status; what it says stands beside it. */
export function Emblem({ children, dim = false, className }: EmblemProps) {
  const id = useId()
  return (
    <span
      aria-hidden="true"
      className={cx('relative grid size-16 shrink-0 place-items-center font-display text-lg font-semibold', dim ? 'text-muted' : 'text-text', className)}
    >
      <svg viewBox="0 0 64 64" className="absolute inset-0 size-full">
        <defs>
          <linearGradient id={id} x1="0" y1="0" x2="1" y2="1">
            <stop offset="0" stopColor={dim ? 'var(--hover)' : 'var(--vip)'} />
            <stop offset="1" stopColor={dim ? 'var(--surface)' : 'var(--raised)'} />
          </linearGradient>
        </defs>
        <path
          d="M32 3 57 17v30L32 61 7 47V17Z"
          fill={`url(#${id})`}
          stroke={dim ? 'var(--line)' : 'var(--vip-text)'}
          strokeWidth="1.5"
          strokeLinejoin="round"
        />
        <path
          d="M32 9.5 51.500 20.500v23L32 54.500 12.500 43.500v-23Z"
          fill="none"
          stroke={dim ? 'var(--line)' : 'var(--vip-text)'}
          strokeOpacity=".45"
          strokeLinejoin="round"
        />
      </svg>
      <span className="relative">{children}</span>
    </span>
  )
}
