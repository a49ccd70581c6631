import { useState } from 'react'

const WIDTHS = [960, 1920]

/** The wide art of a game with its lower half in shadow; its colour alone when there is no art. */
export function HeroArt({ slug, accent }: { slug: string; accent: string }) {
  const [broken, setBroken] = useState(false)
  const sources = (format: string) => WIDTHS.map((width) => `/art/hero/${slug}-${width}.${format} ${width}w`).join(', ')
  return (
    <span className="absolute inset-0 overflow-hidden" style={{ background: `radial-gradient(circle at 50% 20%, ${accent}, var(--page) 75%)` }}>
      {!broken && (
        <picture>
          <source type="image/avif" srcSet={sources('avif')} sizes="100vw" />
          <source type="image/webp" srcSet={sources('webp')} sizes="100vw" />
          <img
            src={`/art/hero/${slug}-960.webp`}
            alt=""
            onError={() => setBroken(true)}
            className="absolute inset-0 size-full object-cover"
          />
        </picture>
      )}
      <span className="absolute inset-0 bg-[linear-gradient(rgb(var(--scrim)/0.1),rgb(var(--scrim)/0.85))]" />
    </span>
  )
}
