import { useState } from 'react'
import { cx } from '@/lib/cx'

const WIDTHS = [768, 1280, 1920]

interface HeroArtProps {
  slug: string
  accent: string
  /** The `sizes` of the place it stands in. */
  sizes?: string
  eager?: boolean
  /** Where the picture fades into the night, so that words can stand there. */
  shade?: 'bottom' | 'left'
}

const SHADES = {
  bottom: 'bg-[linear-gradient(rgb(var(--scrim)/0.1),rgb(var(--scrim)/0.85))]',
  left: 'max-md:bg-[linear-gradient(rgb(var(--scrim)/0.05)_30%,rgb(var(--scrim)/0.92)_80%)] md:bg-[linear-gradient(90deg,rgb(var(--scrim)/0.92),rgb(var(--scrim)/0.6)_38%,rgb(var(--scrim)/0)_72%)]',
}

/** The wide art of a game; its colour alone when there is none. */
export function HeroArt({ slug, accent, sizes = '100vw', eager = false, shade = 'bottom' }: HeroArtProps) {
  const [broken, setBroken] = useState(false)
  const sources = (format: string) => WIDTHS.map((width) => `/art/hero/${slug}-${width}.${format} ${width}w`).join(', ')
  return (
    <span className="absolute inset-0 overflow-hidden" style={{ background: `radial-gradient(circle at 70% 20%, ${accent}, var(--page) 75%)` }}>
      {!broken && (
        <picture>
          <source type="image/avif" srcSet={sources('avif')} sizes={sizes} />
          <source type="image/webp" srcSet={sources('webp')} sizes={sizes} />
          <img
            src={`/art/hero/${slug}-1280.webp`}
            alt=""
            loading={eager ? 'eager' : 'lazy'}
            fetchPriority={eager ? 'high' : 'auto'}
            decoding={eager ? 'sync' : 'async'}
            onError={() => setBroken(true)}
            className="absolute inset-0 size-full object-cover object-[74%_50%] transition-transform duration-(--motion-slow) ease-out group-hover/art:scale-[1.03]"
          />
        </picture>
      )}
      <span className={cx('absolute inset-0', SHADES[shade])} />
    </span>
  )
}
