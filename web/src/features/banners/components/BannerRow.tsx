import { BannerCard } from './BannerCard'
import { useBanners } from './useBanners'

/** The banners of a place below and beside each other; nothing where there is none. */
export function BannerRow({ category }: { category: string }) {
  const banners = useBanners(category) ?? []
  if (banners.length === 0) return null
  return (
    <div className="flex flex-wrap gap-4">
      {banners.map((banner) => (
        <BannerCard key={banner.id} banner={banner} />
      ))}
    </div>
  )
}
