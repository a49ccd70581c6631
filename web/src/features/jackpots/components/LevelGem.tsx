import { useId } from 'react'
import type { JackpotLevel } from '@/api/types'

type Name = JackpotLevel['name']

/** Light, body and shade of each stone. */
const STONES: Record<Name, [string, string, string]> = {
  gold: ['var(--text)', 'var(--win)', 'color-mix(in srgb, var(--win) 45%, rgb(var(--scrim)))'],
  silver: ['var(--text)', 'var(--text-soft)', 'color-mix(in srgb, var(--text-soft) 40%, rgb(var(--scrim)))'],
  bronze: [
    'color-mix(in srgb, var(--warning) 40%, var(--text))',
    'color-mix(in srgb, var(--warning) 75%, var(--danger))',
    'color-mix(in srgb, var(--warning) 35%, rgb(var(--scrim)))',
  ],
}

/** The stone of a level, cut larger for a larger one. */
export function LevelGem({ name, size = 56, className }: { name: Name; size?: number; className?: string }) {
  const id = useId()
  const [light, body, shade] = STONES[name]
  return (
    <svg viewBox="0 0 64 64" width={size} height={size} className={className} aria-hidden="true" focusable="false">
      <defs>
        <linearGradient id={`${id}-body`} x1="0" y1="0" x2="1" y2="1">
          <stop offset="0" stopColor={light} />
          <stop offset="0.45" stopColor={body} />
          <stop offset="1" stopColor={shade} />
        </linearGradient>
        <radialGradient id={`${id}-glow`}>
          <stop offset="0.2" stopColor={body} stopOpacity="0.5" />
          <stop offset="1" stopColor={body} stopOpacity="0" />
        </radialGradient>
      </defs>
      <circle cx="32" cy="32" r="32" fill={`url(#${id}-glow)`} />
      <path d="M20 14h24l10 13-22 25L10 27z" fill={`url(#${id}-body)`} />
      <path d="M10 27h44L32 52z" fill={shade} opacity="0.42" />
      <path d="M22 27h20L32 52z" fill={light} opacity="0.28" />
      <path d="M20 14 22 27 32 14 42 27 44 14" fill="none" stroke={light} strokeOpacity="0.7" strokeWidth="1.2" strokeLinejoin="round" />
      <path d="M10 27h44M22 27l10 25 10-25" fill="none" stroke={light} strokeOpacity="0.55" strokeWidth="1.2" strokeLinejoin="round" />
      <path d="M15 24 20.6 16.5" stroke="var(--text)" strokeWidth="1.8" strokeLinecap="round" />
    </svg>
  )
}
