/** The mark of the demo brand: aurora curtains over a dark horizon. */
export function LogoMark({ size = 32 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <defs>
        <linearGradient id="mark-sky" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#1b2a55" />
          <stop offset="1" stopColor="#0b1122" />
        </linearGradient>
        <linearGradient id="mark-a" x1="0" y1="1" x2="0.4" y2="0">
          <stop offset="0" stopColor="#3df5a7" />
          <stop offset="0.6" stopColor="#2ad4e6" />
          <stop offset="1" stopColor="#8b5cff" stopOpacity="0.35" />
        </linearGradient>
      </defs>
      <rect width="32" height="32" rx="9" fill="url(#mark-sky)" />
      <path d="M7 24V10.5c0-2 1.2-3.3 2.6-4.3V24Z" fill="url(#mark-a)" opacity="0.95" />
      <path d="M11.6 24V9.2c2-1.7 4.2-2.4 6-2.2V24Z" fill="url(#mark-a)" opacity="0.75" />
      <path d="M19.6 24V8c3 .8 5.4 3.6 5.4 8 0 3.2-1.6 6.3-5.4 8Z" fill="url(#mark-a)" opacity="0.55" />
      <path d="M5 24.2h22" stroke="#f2f6ff" strokeWidth="1.8" strokeLinecap="round" />
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
