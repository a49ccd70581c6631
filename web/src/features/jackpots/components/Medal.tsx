import { cx } from '@/platform/cx'

/** The metals of the first three. */
const METALS: Record<number, string> = {
  1: 'text-win',
  2: 'text-text',
  3: 'text-warning',
}

/** A place: the first three hang on a ribbon, the others have their number. */
export function Medal({ place }: { place: number }) {
  const metal = METALS[place]
  if (!metal) return <span className="tabular grid size-9 shrink-0 place-items-center font-display text-sm font-semibold text-muted">{place}</span>
  return (
    <svg viewBox="0 0 36 36" className={cx('size-9 shrink-0', metal)} role="img" aria-label={String(place)}>
      <path d="m10 2 6 13M26 2l-6 13" stroke="var(--link)" strokeWidth="5" strokeLinecap="round" opacity="0.75" />
      <circle cx="18" cy="22" r="11.5" fill="currentColor" opacity="0.25" />
      <circle cx="18" cy="22" r="9.5" fill="none" stroke="currentColor" strokeWidth="2" />
      <text x="18" y="26.5" textAnchor="middle" fontSize="12.5" fontWeight="700" fill="currentColor">
        {place}
      </text>
    </svg>
  )
}
