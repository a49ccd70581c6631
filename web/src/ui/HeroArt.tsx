import { lazy, Suspense, useState } from 'react'
import { cx } from '@/platform/cx'
import { wideSources, wideUrl } from '@/domain/widePicture'

/** Most houses never draw one. */
const GeneratedHero = lazy(async () => ({ default: (await import('./generatedArt/GeneratedHero')).GeneratedHero }))

interface HeroArtProps {
  game: { identifier: string; title: string; slug: string; accent: string; own: boolean }
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

/** The wide art of a game; a game without has its own. */
export function HeroArt({ game, sizes = '100vw', eager = false, shade = 'bottom' }: HeroArtProps) {
  const [broken, setBroken] = useState(!game.own)
  const template = `/art/hero/${game.slug}-{width}.{format}`
  return (
    <span className="absolute inset-0 overflow-hidden" style={{ background: `radial-gradient(circle at 70% 20%, ${game.accent}, var(--page) 75%)` }}>
      {broken ? (
        <Suspense>
          <GeneratedHero identifier={game.identifier} title={game.title} />
        </Suspense>
      ) : (
        <picture>
          <source type="image/avif" srcSet={wideSources(template, 'avif')} sizes={sizes} />
          <source type="image/webp" srcSet={wideSources(template, 'webp')} sizes={sizes} />
          <img
            src={wideUrl(template)}
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
