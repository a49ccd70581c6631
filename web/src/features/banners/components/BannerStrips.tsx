import { Countdown } from '@/ui/Countdown'
import type { Banner } from '../model/banner'
import { BannerButtons } from './BannerButtons'
import { useBannerTexts } from './useBannerTexts'
import { useBanners } from './useBanners'

/** The banners of a place without their pictures, where there is little room; nothing where there is none. */
export function BannerStrips({ category }: { category: string }) {
  const banners = useBanners(category) ?? []
  if (banners.length === 0) return null
  return (
    <div className="space-y-3">
      {banners.map((banner) => (
        <Strip key={banner.id} banner={banner} />
      ))}
    </div>
  )
}

function Strip({ banner }: { banner: Banner }) {
  const { title, description } = useBannerTexts(banner)
  return (
    <article
      className="on-art relative overflow-hidden rounded-l border border-line/70 p-4"
      style={{ background: `linear-gradient(115deg, ${banner.gradient.join(', ')})` }}
    >
      <span aria-hidden="true" className="absolute inset-0 bg-scrim/60" />
      <div className="relative">
        <h3 className="font-display text-base font-semibold text-text">{title}</h3>
        {description && <p className="mt-1 text-sm text-soft">{description}</p>}
        <div className="mt-3 flex flex-wrap items-center gap-3 empty:hidden">
          <BannerButtons banner={banner} size="s" />
          {banner.timer && <Countdown timer={banner.timer} />}
        </div>
      </div>
    </article>
  )
}
