import { useId } from 'react'
import { cx } from '@/platform/cx'

/** What stands for a logo that is not known: aurora curtains over a dark horizon. */
function LogoMark({ size = 32 }: { size?: number }) {
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

interface LogoProps {
  brand: string
  /** Addresses of its pictures; without them the site's own mark stands with the name. */
  logo: { mobile: string; full: string } | undefined
  /** Shows the mark alone where the screen is narrow. */
  shrinks?: boolean
}

/** The brand as a picture; its name is told by what it stands in. */
export function Logo({ brand, logo, shrinks = false }: LogoProps) {
  if (!logo) {
    return (
      <span className="flex items-center gap-2.5">
        <LogoMark />
        <span className={cx('font-display text-[19px] font-bold tracking-[-0.02em] text-text', shrinks && 'max-sm:hidden')}>{brand}</span>
      </span>
    )
  }
  // The room is kept before the picture has come, or what stands beside it would move.
  const room = cx('block h-8 object-contain object-left', shrinks ? 'w-9 sm:w-32' : 'w-32')
  return (
    <picture>
      {shrinks && <source media="(width < 40rem)" srcSet={logo.mobile} />}
      <img src={logo.full} alt="" className={room} />
    </picture>
  )
}
