import { useState } from 'react'
import { cx } from '@/lib/cx'
import { pictureUrl } from '@/lib/game'

/** Widths that every tile picture is exported in. */
const WIDTHS = [200, 320, 640]

interface GamePictureProps {
  preview: string
  placeholder: string | null
  accent: string
  /** For readers; empty where the title stands beside it. */
  alt: string
  /** The `sizes` of the place it stands in. */
  sizes: string
  /** Loads at once instead of when it scrolls near: for what is seen first. */
  eager?: boolean
  className?: string
}

/** The art of a game: its colour first, then the blurred picture, then the picture. */
export function GamePicture({ preview, placeholder, accent, alt, sizes, eager = false, className }: GamePictureProps) {
  const [state, setState] = useState<'loading' | 'loaded' | 'broken'>('loading')
  const sources = (format: 'avif' | 'webp') => WIDTHS.map((width) => `${pictureUrl(preview, width, format)} ${width}w`).join(', ')
  return (
    <span
      className={cx('absolute inset-0 block overflow-hidden', className)}
      style={{ background: `linear-gradient(160deg, ${accent}, var(--surface) 85%)` }}
    >
      {placeholder && state !== 'loaded' && (
        <img src={placeholder} alt="" aria-hidden="true" className="absolute inset-0 size-full scale-110 object-cover blur-md" />
      )}
      {state === 'broken' ? (
        <BrokenPicture />
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

/** Stands where the art could not be had: a quiet gem, so that the tile still reads as a game. */
function BrokenPicture() {
  return (
    <svg viewBox="0 0 90 120" className="absolute inset-0 size-full" aria-hidden="true" focusable="false">
      <g fill="none" stroke="var(--text)" strokeOpacity="0.5" strokeWidth="1.5" strokeLinejoin="round">
        <path d="M33 40h24l10 12-22 28-22-28 10-12Z" fill="var(--text)" fillOpacity="0.08" />
        <path d="M23 52h44M33 40l6 12 6 28 6-28 6-12M39 52l6-12 6 12" />
      </g>
    </svg>
  )
}
