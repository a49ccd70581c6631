import { useId } from 'react'

/** The mark of the demo brand: aurora curtains over a dark horizon. */
export function LogoMark({ size = 32 }: { size?: number }) {
  // Ids are page-wide: a mark that is hidden would else lend the others nothing.
  const id = useId()
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <defs>
        <linearGradient id={`${id}sky`} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#1b2a55" />
          <stop offset="1" stopColor="#0b1122" />
        </linearGradient>
        <linearGradient id={`${id}band`} x1="0" y1="1" x2="0.4" y2="0">
          <stop offset="0" stopColor="#3df5a7" />
          <stop offset="0.6" stopColor="#2ad4e6" />
          <stop offset="1" stopColor="#8b5cff" stopOpacity="0.35" />
        </linearGradient>
      </defs>
      <rect width="32" height="32" rx="9" fill={`url(#${id}sky)`} />
      <path d="M5.5 25.5C6 14.5 12.5 7.5 26.5 5.5c-8.2 4.5-12.7 10.7-13.5 20Z" fill={`url(#${id}band)`} />
      <path d="M15.5 25.5c.6-7.3 4-12.8 11.5-16-4.3 4.9-6.1 9.9-6.3 16Z" fill={`url(#${id}band)`} opacity="0.6" />
      <path d="M24.6 17.5c.35 2.2 1 2.850 3.2 3.2-2.2.35-2.850 1-3.2 3.2-.35-2.2-1-2.850-3.2-3.2 2.2-.35 2.850-1 3.2-3.2Z" fill="#f2f6ff" />
    </svg>
  )
}

/** Mark and name; the name hides where space is short. */
export function Logo({ brand, compact = false }: { brand: string; compact?: boolean }) {
  return (
    <span className="flex items-center gap-2.5">
      <LogoMark />
      {!compact && <span className="font-display text-[19px] font-bold tracking-[-0.02em] text-text">{brand}</span>}
    </span>
  )
}
