import { Countdown } from '@/ui/Countdown'
import { Skeleton } from '@/ui/Skeleton'
import { BannerArt } from './BannerArt'
import { BannerLabels } from './BannerLabels'
import { useBanners } from './useBanners'

/** The picture, labels and countdown of the banner of `category` that leads to the page at `leadsTo`; nothing without one. */
export function BannerHead({ category, leadsTo }: { category: string; leadsTo: string }) {
  const banners = useBanners(category)
  if (!banners) return <Skeleton className="mb-6 aspect-video w-full" />
  const banner = banners.find(({ button }) => button?.url === leadsTo)
  if (!banner) return null
  return (
    <div className="group/banner on-art relative isolate mb-6 flex aspect-video flex-col justify-end overflow-hidden rounded-l p-5 md:p-7">
      <BannerArt banner={banner} alone />
      <div className="relative">
        <BannerLabels labels={banner.labels} />
        {banner.timer && <Countdown timer={banner.timer} />}
      </div>
    </div>
  )
}
