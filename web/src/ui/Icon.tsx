import type { ReactNode } from 'react'

/** Outlines on a 24-unit grid, 1.75 units thick, round ends; `currentColor` throughout. */
const OUTLINES = {
  search: (
    <>
      <circle cx="11" cy="11" r="6.5" />
      <path d="m16 16 4.5 4.5" />
    </>
  ),
  menu: <path d="M4 7h16M4 12h16M4 17h10" />,
  close: <path d="m6 6 12 12M18 6 6 18" />,
  check: <path d="m5 12.5 4.5 4.5L19 7.5" />,
  plus: <path d="M12 5v14M5 12h14" />,
  minus: <path d="M5 12h14" />,
  chevronDown: <path d="m6 9.5 6 6 6-6" />,
  chevronLeft: <path d="m14.5 6-6 6 6 6" />,
  chevronRight: <path d="m9.5 6 6 6-6 6" />,
  arrowRight: <path d="M4.5 12h15m-6-6 6 6-6 6" />,
  arrowUp: <path d="M12 19.5v-15m-6 6 6-6 6 6" />,
  arrowDown: <path d="M12 4.5v15m-6-6 6 6 6-6" />,
  home: (
    <>
      <path d="m3.5 11.5 8.5-8 8.5 8" />
      <path d="M6 9.5V20h4.5v-5h3v5H18V9.5" />
    </>
  ),
  grid: (
    <>
      <rect x="4" y="4" width="6.5" height="6.5" rx="1.8" />
      <rect x="13.5" y="4" width="6.5" height="6.5" rx="1.8" />
      <rect x="4" y="13.5" width="6.5" height="6.5" rx="1.8" />
      <rect x="13.5" y="13.5" width="6.5" height="6.5" rx="1.8" />
    </>
  ),
  pokies: (
    <>
      <circle cx="7.5" cy="16.5" r="3.5" />
      <circle cx="16.5" cy="17.5" r="3" />
      <path d="M8.5 13.2C9.5 9 12 6 16.5 4c-.6 3.8-.4 7 .2 10.5M16.5 4c1.5-.5 3-.3 4 .5-1 1.2-2.5 1.6-4-.5Z" />
    </>
  ),
  table: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <circle cx="12" cy="12" r="3" />
      <path d="M12 3.5V9M12 15v5.5M3.5 12H9M15 12h5.5" />
    </>
  ),
  live: (
    <>
      <circle cx="12" cy="12" r="2.5" />
      <path d="M7.5 7.5a6.4 6.4 0 0 0 0 9M16.5 7.5a6.4 6.4 0 0 1 0 9M4.8 4.8a10.2 10.2 0 0 0 0 14.4M19.2 4.8a10.2 10.2 0 0 1 0 14.4" />
    </>
  ),
  sparkle: (
    <>
      <path d="M11 4c.6 4.8 2.2 6.4 7 7-4.8.6-6.4 2.2-7 7-.6-4.8-2.2-6.4-7-7 4.8-.6 6.4-2.2 7-7Z" />
      <path d="M18.5 15.5c.2 1.8.8 2.4 2.5 2.5-1.7.2-2.3.800-2.5 2.5-.2-1.7-.8-2.3-2.5-2.5 1.7-.1 2.3-.7 2.5-2.5Z" />
    </>
  ),
  flame: <path d="M12 3c.5 3.5 5.5 5.5 5.5 11a5.5 5.5 0 0 1-11 0c0-2 .8-3.5 2-4.7.2 1.6.9 2.6 1.9 3C10.2 8.5 10.5 5.5 12 3Z" />,
  layers: (
    <>
      <path d="m12 3.5 8.5 4.5-8.5 4.5L3.5 8 12 3.5Z" />
      <path d="m3.5 12 8.5 4.5 8.5-4.5M3.5 16l8.5 4.5 8.5-4.5" />
    </>
  ),
  heart: <path d="M12 20s-8-4.7-8-10.5A4.5 4.5 0 0 1 12 7a4.5 4.5 0 0 1 8 2.5C20 15.3 12 20 12 20Z" />,
  play: <path d="M8 5.5v13l11-6.5-11-6.5Z" />,
  soundOn: <path d="M4 9.5v5h3.5l4.5 4v-13l-4.5 4H4ZM15.500 9a4.500 4.500 0 0 1 0 6M18 6.500a8 8 0 0 1 0 11" />,
  soundOff: <path d="M4 9.5v5h3.5l4.5 4v-13l-4.500 4H4ZM16 9.500l5 5M21 9.500l-5 5" />,
  pause: <path d="M8.5 6v12M15.5 6v12" />,
  wallet: (
    <>
      <path d="M4 7.5A2.5 2.5 0 0 1 6.5 5H17v3" />
      <rect x="4" y="8" width="16.5" height="11.5" rx="2.5" />
      <path d="M20.5 12h-4a1.8 1.8 0 0 0 0 3.6h4" />
    </>
  ),
  user: (
    <>
      <circle cx="12" cy="8.5" r="4" />
      <path d="M4.5 20c.8-4 3.8-6 7.5-6s6.7 2 7.5 6" />
    </>
  ),
  shield: (
    <>
      <path d="M12 3.5 5 6v5.5c0 4.5 2.8 7.4 7 9 4.2-1.6 7-4.5 7-9V6l-7-2.5Z" />
      <path d="m9 12 2.2 2.2L15.2 10" />
    </>
  ),
  idCard: (
    <>
      <rect x="3.5" y="5.5" width="17" height="13" rx="2.5" />
      <circle cx="9" cy="11" r="2" />
      <path d="M5.8 16c.5-1.6 1.7-2.3 3.2-2.3s2.7.7 3.2 2.3M14.5 10h3M14.5 13.5h3" />
    </>
  ),
  file: (
    <>
      <path d="M6.5 3.5h7l4.5 4.5v10a2.5 2.5 0 0 1-2.5 2.5h-9A2.5 2.5 0 0 1 4 18V6a2.5 2.5 0 0 1 2.5-2.5Z" />
      <path d="M13 3.5V8.5h5" />
    </>
  ),
  camera: (
    <>
      <path d="M4 8.5A2 2 0 0 1 6 6.5h1.8L9.3 4.5h5.4l1.5 2H18a2 2 0 0 1 2 2V17a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V8.5Z" />
      <circle cx="12" cy="12.5" r="3.5" />
    </>
  ),
  scales: (
    <>
      <path d="M12 4v16M8 20h8M5 7h14" />
      <path d="m5 7-2.5 6a2.7 2.7 0 0 0 5 0L5 7ZM19 7l-2.5 6a2.7 2.7 0 0 0 5 0L19 7Z" />
    </>
  ),
  history: (
    <>
      <path d="M4 12a8 8 0 1 0 2.5-5.8L4 8.5" />
      <path d="M4 4.5v4h4M12 8v4.5l3 1.8" />
    </>
  ),
  clock: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 7.5V12l3 2" />
    </>
  ),
  globe: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M3.5 12h17M12 3.5c2.5 2.4 3.6 5.3 3.6 8.5s-1.1 6.1-3.6 8.5c-2.5-2.4-3.6-5.3-3.6-8.5s1.1-6.1 3.6-8.5Z" />
    </>
  ),
  signOut: (
    <>
      <path d="M10 4.5H6.5A2 2 0 0 0 4.5 6.5v11a2 2 0 0 0 2 2H10" />
      <path d="M10 12h10.5m-4-4 4 4-4 4" />
    </>
  ),
  warning: (
    <>
      <path d="M12 4 3 19.5h18L12 4Z" />
      <path d="M12 10v4.5M12 17v.2" />
    </>
  ),
  info: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 11v5.5M12 7.8V8" />
    </>
  ),
  error: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 7.5v5.5M12 16v.2" />
    </>
  ),
  lock: (
    <>
      <rect x="5" y="10.5" width="14" height="9.5" rx="2.5" />
      <path d="M8 10.5V8a4 4 0 0 1 8 0v2.5" />
    </>
  ),
  fullscreen: <path d="M4 9V4.5h4.5M20 9V4.5h-4.5M4 15v4.5h4.5M20 15v4.5h-4.5" />,
  eye: (
    <>
      <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z" />
      <circle cx="12" cy="12" r="3" />
    </>
  ),
  eyeOff: (
    <>
      <path d="M4.5 4.5l15 15M9.8 5.8A9 9 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a16 16 0 0 1-3 3.7M6 7.7A15.5 15.5 0 0 0 2.5 12s3.5 6.5 9.5 6.5a9 9 0 0 0 3.8-.8" />
      <path d="M9.9 9.9a3 3 0 0 0 4.2 4.2" />
    </>
  ),
  trophy: (
    <>
      <path d="M7.5 4.5h9V11a4.5 4.5 0 0 1-9 0V4.5Z" />
      <path d="M7.5 6.5H4.5c0 3 1 4.5 3.2 5M16.5 6.5h3c0 3-1 4.5-3.2 5M12 15.5v4M8.5 19.5h7" />
    </>
  ),
  dice: (
    <>
      <rect x="4" y="4" width="16" height="16" rx="4" />
      <path d="M8.5 8.5v.01M15.5 15.5v.01M15.5 8.5v.01M8.5 15.5v.01M12 12v.01" strokeWidth="2.6" />
    </>
  ),
  chart: <path d="M4.5 19.5h15M7 16v-4M12 16V6M17 16v-7" />,
  card: (
    <>
      <rect x="3.5" y="5.5" width="17" height="13" rx="2.5" />
      <path d="M3.5 10h17M7 15h3" />
    </>
  ),
  copy: (
    <>
      <rect x="8.5" y="8.5" width="11.5" height="11.5" rx="2.5" />
      <path d="M15.5 8.5V6A2 2 0 0 0 13.5 4H6a2 2 0 0 0-2 2v7.5a2 2 0 0 0 2 2h2.5" />
    </>
  ),
  refresh: (
    <>
      <path d="M20 12a8 8 0 1 1-2.5-5.8L20 8.5" />
      <path d="M20 4.5v4h-4" />
    </>
  ),
  calendar: (
    <>
      <rect x="4" y="5.5" width="16" height="14.5" rx="2.5" />
      <path d="M4 10h16M8.5 3.5v4M15.5 3.5v4" />
    </>
  ),
  mail: (
    <>
      <rect x="3.5" y="5.5" width="17" height="13" rx="2.5" />
      <path d="m4 7.5 8 6 8-6" />
    </>
  ),
  support: (
    <>
      <path d="M4.5 14v-2a7.5 7.5 0 0 1 15 0v2" />
      <rect x="3.5" y="13" width="4" height="6" rx="1.8" />
      <rect x="16.5" y="13" width="4" height="6" rx="1.8" />
      <path d="M18.5 19c0 1.5-1.5 2.3-4 2.3" />
    </>
  ),
  gift: (
    <>
      <rect x="4" y="9" width="16" height="4" rx="1.2" />
      <path d="M5.5 13v6.5h13V13M12 9v10.5" />
      <path d="M12 9C8.5 9 7 7.5 7.3 6s2.700-2 4.700 3c2-5 4.400-4.5 4.700-3S15.5 9 12 9Z" />
    </>
  ),
  bell: (
    <>
      <path d="M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15L6 16.5Z" />
      <path d="M10 20.5a2.2 2.2 0 0 0 4 0M12 5V3.5" />
    </>
  ),
  ball: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="m12 8 3.8 2.8-1.4 4.4H9.6l-1.4-4.4L12 8ZM12 3.5V8M20.2 10l-4.4.8M17 19l-2.6-3.8M7 19l2.6-3.8M3.8 10l4.4.8" />
    </>
  ),
  ticket: (
    <>
      <path d="M3.5 8A1.5 1.5 0 0 1 5 6.5h14A1.5 1.5 0 0 1 20.5 8v2a2 2 0 0 0 0 4v2a1.5 1.5 0 0 1-1.5 1.5H5A1.5 1.5 0 0 1 3.5 16v-2a2 2 0 0 0 0-4V8Z" />
      <path d="M14.5 9.5V11m0 2v1.5" />
    </>
  ),
  crown: <path d="M4 8.5 7.5 12 12 5l4.5 7L20 8.5 18.5 18h-13L4 8.5Z" />,
  install: <path d="M12 4v10.5m-4.5-4L12 15l4.5-4.5M5 19.5h14" />,
  panel: (
    <>
      <rect x="3.5" y="4.5" width="17" height="15" rx="3" />
      <path d="M9.5 4.5v15" />
    </>
  ),
} satisfies Record<string, ReactNode>

export type IconName = keyof typeof OUTLINES

/** Whether there is a drawing of this name, for names that come from content. */
export function isIconName(name: string): name is IconName {
  return Object.hasOwn(OUTLINES, name)
}

interface IconProps {
  name: IconName
  size?: number
  /** Paints the inside as well, for example a set favourite. */
  filled?: boolean
  className?: string
}

/** A drawing beside or instead of words; hidden from readers, so the control around it needs a name. */
export function Icon({ name, size = 20, filled = false, className }: IconProps) {
  return (
    <svg
      className={className}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill={filled ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {OUTLINES[name]}
    </svg>
  )
}
