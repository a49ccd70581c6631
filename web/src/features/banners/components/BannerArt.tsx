import { useState } from 'react'
import type { Banner } from '../model/banner'

/**
 * A banner's picture over its four colours: above the words on phones, beside them on wider screens, and faded
 * towards them, so that nothing is read across a picture.
 */
export function BannerArt({ banner }: { banner: Banner }) {
  const [broken, setBroken] = useState(false)
  return (
    <span className="absolute inset-0 overflow-hidden" style={{ background: `linear-gradient(115deg, ${banner.gradient.join(', ')})` }}>
      {banner.image && !broken && (
        <img
          src={banner.image}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setBroken(true)}
          className="absolute inset-x-0 top-0 h-[62%] w-full mask-[linear-gradient(#000_50%,transparent)] object-cover object-[74%_30%] transition-transform duration-(--motion-slow) ease-out group-hover/banner:scale-[1.03] md:inset-x-auto md:right-0 md:h-full md:w-[66%] md:mask-[linear-gradient(90deg,transparent,#000_50%)]"
        />
      )}
      <span className="absolute inset-0 max-md:bg-[linear-gradient(rgb(var(--scrim)/0)_25%,rgb(var(--scrim)/0.72)_62%)] md:bg-[linear-gradient(90deg,rgb(var(--scrim)/0.72)_34%,rgb(var(--scrim)/0)_78%)]" />
    </span>
  )
}
