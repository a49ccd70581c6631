import { lazy, Suspense, useState, type SyntheticEvent } from 'react'
import { cx } from '@/platform/cx'
import { pictureUrl } from '@/domain/game'

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

/** A picture that is scrolled to fades in, except under fingers: phones have better to do than to blend layers. */
const FADE = 'pointer-fine:opacity-0 pointer-fine:transition-opacity pointer-fine:duration-(--motion) pointer-fine:data-loaded:opacity-100'

/** What stands in the place of the picture until it is there: a few pixels of it over its colour. */
function groundOf({ placeholder, accent }: Pictured): string {
  const colour = `linear-gradient(160deg, ${accent}, var(--surface) 85%)`
  return placeholder ? `url("${placeholder}") center / cover, ${colour}` : colour
}

/** Brings the picture in without a word to React: a screen of tiles does so dozens of times while it is used. */
function show(event: SyntheticEvent<HTMLImageElement>) {
  event.currentTarget.dataset.loaded = ''
}

/** The art of a game: its colour first, then the blurred picture, then the picture. A game without art has its own. */
export function GamePicture({ game, alt, sizes, eager = false, className }: GamePictureProps) {
  const { preview } = game
  const [isBroken, setBroken] = useState(!preview)
  const sources = (format: 'avif' | 'webp') => WIDTHS.map((width) => `${pictureUrl(preview, width, format)} ${width}w`).join(', ')
  return (
    <span className={cx('absolute inset-0 block overflow-hidden', className)} style={{ background: groundOf(game) }}>
      {isBroken ? (
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
            onLoad={eager ? undefined : show}
            onError={() => setBroken(true)}
            className={cx('absolute inset-0 size-full object-cover', !eager && FADE)}
          />
        </picture>
      )}
    </span>
  )
}
