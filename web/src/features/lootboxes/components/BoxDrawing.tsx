import { cx } from '@/platform/cx'

/** A box as a drawing; while it opens the lid rises and light comes out. */
export function BoxDrawing({ isOpen = false, isOpening = false, className }: { isOpen?: boolean; isOpening?: boolean; className?: string }) {
  const isUp = isOpen || isOpening
  return (
    <svg viewBox="0 0 160 150" aria-hidden="true" className={cx('block', className)}>
      <defs>
        <linearGradient id="box-side" x1="0" y1="0" x2="0" y2="1">
          <stop stopColor="var(--vip)" />
          <stop offset="1" stopColor="#31208a" />
        </linearGradient>
        <linearGradient id="box-lid" x1="0" y1="0" x2="1" y2="0">
          <stop stopColor="var(--link)" />
          <stop offset="1" stopColor="var(--vip)" />
        </linearGradient>
        <linearGradient id="box-light" x1="0" y1="1" x2="0" y2="0">
          <stop stopColor="var(--win)" stopOpacity="0.9" />
          <stop offset="1" stopColor="var(--win)" stopOpacity="0" />
        </linearGradient>
      </defs>
      <ellipse cx="80" cy="140" rx="58" ry="7" fill="#000" opacity="0.35" />
      <path
        d="M34 70 L8 4 L152 4 L126 70 Z"
        fill="url(#box-light)"
        className={cx('transition-opacity duration-(--motion-slow)', isUp ? 'opacity-90' : 'opacity-0')}
      />
      <path d="M28 66 H132 V126 Q132 136 122 136 H38 Q28 136 28 126 Z" fill="url(#box-side)" />
      <path d="M70 66 H90 V136 H70 Z" fill="var(--text)" opacity="0.22" />
      <path d="M28 66 H132 V76 H28 Z" fill="#000" opacity="0.22" />
      <g
        className={cx(
          'origin-[28px_66px] transition-transform duration-(--motion-slow) ease-out',
          isUp && '-translate-y-3 -rotate-16',
          isOpening && 'motion-safe:animate-pulse',
        )}
      >
        <path d="M22 48 Q22 40 30 40 H130 Q138 40 138 48 V66 H22 Z" fill="url(#box-lid)" />
        <path d="M70 40 H90 V66 H70 Z" fill="var(--text)" opacity="0.4" />
        <path
          d="M80 40 C60 12 42 30 58 38 C64 41 74 41 80 40 C86 41 96 41 102 38 C118 30 100 12 80 40 Z"
          fill="none"
          stroke="var(--text)"
          strokeWidth="5"
          strokeLinejoin="round"
        />
      </g>
    </svg>
  )
}
