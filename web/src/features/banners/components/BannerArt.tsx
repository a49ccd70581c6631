import { useState } from 'react'
import { cx } from '@/platform/cx'
import type { Banner } from '../model/banner'

interface BannerArtProps {
  banner: Banner
  /** Whether the picture takes the whole place; else it leaves room for words. */
  alone?: boolean
}

/**
 * A banner's picture over its four colours: above the words on phones, where it takes the height that they leave in
 * their column, and beside them on wider screens. It fades towards them, so that nothing is read across a picture.
 */
export function BannerArt({ banner, alone = false }: BannerArtProps) {
  const [broken, setBroken] = useState(false)
  return (
    <>
      <span className="absolute inset-0" style={{ background: `linear-gradient(115deg, ${banner.gradient.join(', ')})` }} />
      {!alone && <span className="absolute inset-0 bg-scrim/70 sm:hidden" />}
      {banner.image && !broken && (
        <img
          src={banner.image}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setBroken(true)}
          className={cx(
            'object-cover object-[74%_30%] transition-transform duration-(--motion-slow) ease-out group-hover/banner:scale-[1.03]',
            alone
              ? 'absolute inset-0 size-full'
              : 'max-sm:relative max-sm:min-h-36 max-sm:w-full max-sm:flex-1 max-sm:basis-0 max-sm:mask-[linear-gradient(#000_72%,transparent)] sm:absolute sm:inset-y-0 sm:right-0 sm:h-full sm:w-[66%] sm:mask-[linear-gradient(90deg,transparent,#000_50%)]',
          )}
        />
      )}
      <span
        className={cx(
          'absolute inset-0',
          alone
            ? 'bg-[linear-gradient(rgb(var(--scrim)/0)_25%,rgb(var(--scrim)/0.72))]'
            : 'bg-[linear-gradient(90deg,rgb(var(--scrim)/0.72)_34%,rgb(var(--scrim)/0)_78%)] max-sm:hidden',
        )}
      />
    </>
  )
}
