import { lazy, Suspense, useState } from 'react'
import { cx } from '@/lib/cx'
import { pictureUrl } from '@/lib/game'

/** Most houses never draw one. */
const GeneratedTile = lazy(async () => ({ default: (await import('./generatedArt/GeneratedTile')).GeneratedTile }))

/** Widths that every tile picture is exported in. */
const WIDTHS = [200, 320, 640]

/** What a picture is made of; any game will do. */
interface Pictured {
  identifier: string
  title: string
  /** Template of the picture's address; empty where there is none. */
  preview: string
  placeholder: string | null
  accent: string
}

interface GamePictureProps {
  game: Pictured
  /** For readers; empty where the title stands beside it. */
  alt: string
  /** The `sizes` of the place it stands in. */
  sizes: string
  /** Loads at once instead of when it scrolls near: for what is seen first. */
  eager?: boolean
  className?: string
}

/** The art of a game: its colour first, then the blurred picture, then the picture. A game without art has its own. */
export function GamePicture({ game, alt, sizes, eager = false, className }: GamePictureProps) {
  const { preview, placeholder, accent } = game
  const [state, setState] = useState<'loading' | 'loaded' | 'broken'>(preview ? 'loading' : 'broken')
  const sources = (format: 'avif' | 'webp') => WIDTHS.map((width) => `${pictureUrl(preview, width, format)} ${width}w`).join(', ')
  return (
    <span
      className={cx('absolute inset-0 block overflow-hidden', className)}
      style={{ background: `linear-gradient(160deg, ${accent}, var(--surface) 85%)` }}
    >
      {placeholder && state === 'loading' && (
        <img src={placeholder} alt="" aria-hidden="true" className="absolute inset-0 size-full scale-110 object-cover blur-md" />
      )}
      {state === 'broken' ? (
        <Suspense>
          <GeneratedTile identifier={game.identifier} title={game.title} />
        </Suspense>
      ) : (
        <picture>
          <source type="image/avif" srcSet={sources('avif')} sizes={sizes} />
          <source type="image/webp" srcSet={sources('webp')} sizes={sizes} />
          <img
            src={pictureUrl(preview, 320, 'webp')}
            alt={alt}
            loading={eager ? 'eager' : 'lazy'}
            fetchPriority={eager ? 'high' : 'auto'}
            // What is seen first is shown as it comes: it does not wait for scripts to fade it in.
            decoding={eager ? 'sync' : 'async'}
            width={300}
            height={400}
            onLoad={() => setState('loaded')}
            onError={() => setState('broken')}
            className={cx('absolute inset-0 size-full object-cover transition-opacity duration-(--motion)', state === 'loading' && !eager && 'opacity-0')}
          />
        </picture>
      )}
    </span>
  )
}
