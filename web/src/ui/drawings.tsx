import { useId, type ReactNode } from 'react'

/** The night that every drawing shares: a round sky with an aurora and a horizon. */
function Sky({ children, width = 240 }: { children: ReactNode; width?: number }) {
  const id = useId()
  return (
    <svg width={width} height={(width * 2) / 3} viewBox="0 0 240 160" aria-hidden="true" focusable="false" fill="none">
      <defs>
        <linearGradient id={`${id}a`} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="var(--vip)" stopOpacity="0" />
          <stop offset="0.5" stopColor="var(--info)" stopOpacity="0.22" />
          <stop offset="0.92" stopColor="var(--accent)" stopOpacity="0.6" />
          <stop offset="1" stopColor="var(--accent)" stopOpacity="0" />
        </linearGradient>
        <radialGradient id={`${id}b`} cx="0.5" cy="0.5" r="0.5">
          <stop offset="0" stopColor="var(--line)" stopOpacity="0.9" />
          <stop offset="1" stopColor="var(--line)" stopOpacity="0" />
        </radialGradient>
        <linearGradient id={`${id}c`} x1="0" x2="1">
          <stop offset="0" stopColor="#fff" stopOpacity="0" />
          <stop offset="0.25" stopColor="#fff" />
          <stop offset="0.75" stopColor="#fff" />
          <stop offset="1" stopColor="#fff" stopOpacity="0" />
        </linearGradient>
        <mask id={`${id}d`}>
          <rect width="240" height="160" fill={`url(#${id}c)`} />
        </mask>
      </defs>
      <ellipse cx="120" cy="104" rx="118" ry="52" fill={`url(#${id}b)`} />
      <g mask={`url(#${id}d)`} fill={`url(#${id}a)`}>
        <path d="M4 108c34-24 62 12 100-12s66-30 132-4V20C170-6 140 0 104 24S38 12 4 36Z" />
        <path d="M4 76c40 26 70-14 112 4s80 34 120 4V26c-40 30-78 14-120-4S44 44 4 18Z" opacity="0.6" />
      </g>
      <g fill="var(--text)" opacity="0.7">
        <circle cx="46" cy="34" r="1.5" />
        <circle cx="88" cy="22" r="1" />
        <circle cx="198" cy="28" r="1.5" />
        <circle cx="164" cy="16" r="1" />
        <circle cx="216" cy="70" r="1" />
        <circle cx="22" cy="72" r="1" />
      </g>
      {children}
    </svg>
  )
}

/** A card that lies face down: nothing found. */
export function NothingFound() {
  return (
    <Sky>
      <rect x="70" y="46" width="56" height="80" rx="9" transform="rotate(-9 98 86)" fill="var(--raised)" stroke="var(--line-strong)" strokeWidth="2" />
      <rect x="108" y="44" width="56" height="80" rx="9" transform="rotate(7 136 84)" fill="var(--surface)" stroke="var(--text-soft)" strokeWidth="2" />
      <path d="m136 66 14 18-14 18-14-18 14-18Z" transform="rotate(7 136 84)" fill="var(--accent)" opacity="0.85" />
      <circle cx="172" cy="112" r="17" fill="var(--page)" stroke="var(--info)" strokeWidth="4" />
      <path d="m184 125 14 15" stroke="var(--info)" strokeWidth="5" strokeLinecap="round" />
    </Sky>
  )
}

/** A heart above the horizon: no favourites yet. */
export function NoFavourites() {
  return (
    <Sky>
      <path d="M120 124s-38-22-38-50a21 21 0 0 1 38-12 21 21 0 0 1 38 12c0 28-38 50-38 50Z" fill="var(--surface)" stroke="var(--text-soft)" strokeWidth="2.5" />
      <path d="M96 74a9 9 0 0 1 9-9" stroke="var(--accent)" strokeWidth="4" strokeLinecap="round" />
      <path d="M54 134h132" stroke="var(--line-strong)" strokeWidth="3" strokeLinecap="round" />
    </Sky>
  )
}

/** A compass without a needle's rest: the page does not exist. */
export function LostCompass() {
  return (
    <Sky width={300}>
      <circle cx="120" cy="86" r="46" fill="var(--surface)" stroke="var(--text-soft)" strokeWidth="2.5" />
      <circle cx="120" cy="86" r="37" stroke="var(--line)" strokeWidth="2" />
      <path d="M120 54v7M120 111v7M88 86h7M145 86h7" stroke="var(--text-muted)" strokeWidth="3" strokeLinecap="round" />
      <path d="m138 66-12 26-24 14 12-26 24-14Z" fill="var(--raised)" stroke="var(--line-strong)" strokeWidth="1.5" />
      <path d="m138 66-12 26-12-12 24-14Z" fill="var(--accent)" />
      <circle cx="120" cy="86" r="4" fill="var(--page)" stroke="var(--text)" strokeWidth="2" />
    </Sky>
  )
}

/** A reel whose lever came off: something broke. */
export function BrokenReel() {
  return (
    <Sky width={300}>
      <rect x="66" y="46" width="96" height="80" rx="14" fill="var(--surface)" stroke="var(--text-soft)" strokeWidth="2.5" />
      <rect x="76" y="62" width="22" height="46" rx="6" fill="var(--raised)" stroke="var(--line)" strokeWidth="2" />
      <rect x="103" y="62" width="22" height="46" rx="6" fill="var(--raised)" stroke="var(--line)" strokeWidth="2" />
      <rect x="130" y="62" width="22" height="46" rx="6" fill="var(--raised)" stroke="var(--line)" strokeWidth="2" transform="rotate(6 141 85)" />
      <path d="m87 77 6 8-6 8-6-8 6-8ZM114 77l6 8-6 8-6-8 6-8Z" fill="var(--info)" />
      <path d="M136 80h10l-7 14" stroke="var(--danger)" strokeWidth="3" strokeLinecap="round" strokeLinejoin="round" />
      <path d="M162 92h12" stroke="var(--text-soft)" strokeWidth="4" strokeLinecap="round" />
      <path d="m184 128 10-34" stroke="var(--line-strong)" strokeWidth="5" strokeLinecap="round" />
      <circle cx="196" cy="88" r="9" fill="var(--danger)" />
    </Sky>
  )
}

/** A lantern that is out: no connection, or a game that is closed. */
export function LanternOut() {
  return (
    <Sky>
      <path d="M104 50h32M120 38v12" stroke="var(--text-soft)" strokeWidth="3" strokeLinecap="round" />
      <path d="M98 58h44l6 54H92l6-54Z" fill="var(--surface)" stroke="var(--text-soft)" strokeWidth="2.5" strokeLinejoin="round" />
      <path d="M94 120h52" stroke="var(--text-soft)" strokeWidth="4" strokeLinecap="round" />
      <path d="M120 76c8 9 10 13 10 18a10 10 0 0 1-20 0c0-5 2-9 10-18Z" fill="var(--raised)" stroke="var(--line-strong)" strokeWidth="2" />
      <path d="M150 46c6-4 6-9 2-13" stroke="var(--text-muted)" strokeWidth="2.5" strokeLinecap="round" />
    </Sky>
  )
}

/** An open purse with a coin: no money moved yet. */
export function EmptyPurse() {
  return (
    <Sky>
      <path
        d="M82 72c-16 16-22 32-18 46 3 10 12 14 24 14h64c12 0 21-4 24-14 4-14-2-30-18-46H82Z"
        fill="var(--surface)"
        stroke="var(--text-soft)"
        strokeWidth="2.5"
      />
      <path d="M80 72h80" stroke="var(--accent)" strokeWidth="4" strokeLinecap="round" />
      <circle cx="120" cy="44" r="15" fill="var(--raised)" stroke="var(--text-soft)" strokeWidth="2.5" />
      <path d="m120 36 6 8-6 8-6-8 6-8Z" fill="var(--info)" />
    </Sky>
  )
}

/** A bell at rest: nothing to tell. */
export function SilentBell() {
  return (
    <Sky>
      <path d="M84 116V88a36 36 0 0 1 72 0v28l10 10H74l10-10Z" fill="var(--surface)" stroke="var(--text-soft)" strokeWidth="2.5" strokeLinejoin="round" />
      <path d="M98 112V90a22 22 0 0 1 14-20" stroke="var(--accent)" strokeWidth="4" strokeLinecap="round" />
      <path d="M120 52v-9" stroke="var(--text-soft)" strokeWidth="5" strokeLinecap="round" />
      <path d="M108 132a12 12 0 0 0 24 0" fill="var(--raised)" stroke="var(--line-strong)" strokeWidth="2.5" />
      <path d="M170 60h14l-14 16h14M192 42h10l-10 12h10" stroke="var(--info)" strokeWidth="3" strokeLinecap="round" strokeLinejoin="round" />
    </Sky>
  )
}

/** A wrapped gift below the stars: nothing was given yet. */
export function UnopenedGift() {
  return (
    <Sky>
      <rect x="78" y="78" width="84" height="52" rx="8" fill="var(--surface)" stroke="var(--text-soft)" strokeWidth="2.5" />
      <rect x="70" y="62" width="100" height="22" rx="7" fill="var(--raised)" stroke="var(--text-soft)" strokeWidth="2.5" />
      <path d="M113 62h14v68h-14z" fill="var(--accent)" opacity="0.85" />
      <path d="M120 60c-8-22-34-22-32-8 1 8 16 9 32 8Zm0 0c8-22 34-22 32-8-1 8-16 9-32 8Z" stroke="var(--accent)" strokeWidth="4" strokeLinejoin="round" />
      <path d="M188 46v12M182 52h12M54 60v8M50 64h8" stroke="var(--info)" strokeWidth="2.5" strokeLinecap="round" />
    </Sky>
  )
}
