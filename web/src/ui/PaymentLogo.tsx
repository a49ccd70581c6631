import type { ReactNode } from 'react'

/** Our own drawings of how one pays; brands that have none show their name. */
const MARKS: Record<string, ReactNode> = {
  card: (
    <>
      <rect x="2" y="5" width="20" height="14" rx="3" fill="#2ad4e6" opacity="0.25" />
      <path d="M2 9h20v3H2z" fill="#2ad4e6" />
      <rect x="5" y="14.5" width="6" height="1.8" rx="0.9" fill="#f2f6ff" />
    </>
  ),
  btc: (
    <Coin
      fill="#f7931a"
      path="M9 6.5h4.2a2.6 2.6 0 0 1 .6 5.1A2.8 2.8 0 0 1 13.5 17.2H9V6.5Zm2 4.2h2a1 1 0 0 0 0-2.1h-2v2.1Zm0 4.4h2.3a1.150 1.150 0 0 0 0-2.3H11v2.3ZM10.8 5h1.4v2h-1.4zM10.8 17h1.4v2h-1.4z"
    />
  ),
  eth: <Coin fill="#627eea" path="m12 4.5 4.6 7.6L12 14.8l-4.6-2.7L12 4.5Zm-4.6 8.9L12 16.1l4.6-2.7L12 19.8l-4.6-6.4Z" />,
  ltc: <Coin fill="#5d7fb9" path="M10.6 5.5h2.4l-1.3 5.6 1.6-.6-.4 1.7-1.6.6-.7 3h5l-.5 2.2H7.4l1-4.3-1.3.5.4-1.7 1.3-.5 1.8-6.5Z" />,
  usdt: (
    <Coin
      fill="#26a17b"
      path="M7 6h10v2.3h-3.8v1.5c2.9.2 5 .8 5 1.6s-2.1 1.5-5 1.6V18h-2.4v-5c-2.9-.1-5-.8-5-1.6s2.1-1.4 5-1.6V8.3H7V6Zm5 6.3c2 0 3.7-.3 4.3-.7-.5-.3-1.6-.6-3.1-.7v.9h-2.4v-.9c-1.5.1-2.6.4-3.1.7.6.4 2.3.7 4.3.7Z"
    />
  ),
}

function Coin({ fill, path }: { fill: string; path: string }) {
  return (
    <>
      <circle cx="12" cy="12" r="11" fill={fill} />
      <path d={path} fill="#fff" />
    </>
  )
}

/** Which brands have which drawing: the first of which the brand's name has a part. */
export const DRAWN_BRANDS: readonly (readonly [drawing: string, parts: readonly string[]])[] = [
  ['card', ['card', 'visa', 'master']],
  ['btc', ['bitcoin', 'btc']],
  // Tether first, whose name has that of the next one in it.
  ['usdt', ['tether', 'usdt']],
  ['eth', ['eth']],
  ['ltc', ['lite', 'ltc']],
]

function markOf(brand: string): ReactNode {
  const name = brand.toLowerCase()
  const drawn = DRAWN_BRANDS.find(([, parts]) => parts.some((part) => name.includes(part)))
  return drawn && MARKS[drawn[0]]
}

/** The drawing of a way to pay, or its first letter. */
export function PaymentMark({ brand, size = 24 }: { brand: string; size?: number }) {
  const mark = markOf(brand)
  if (!mark)
    return (
      <span aria-hidden="true" className="font-display text-sm font-semibold text-soft uppercase">
        {brand.slice(0, 1)}
      </span>
    )
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      {mark}
    </svg>
  )
}

/** A way to pay, as a small plate. */
export function PaymentLogo({ brand, title }: { brand: string; title: string }) {
  return (
    <span className="inline-flex h-10 items-center gap-2.5 rounded-s border border-line bg-raised px-3.5 text-xs font-semibold text-soft">
      {markOf(brand) && <PaymentMark brand={brand} size={20} />}
      {title}
    </span>
  )
}
