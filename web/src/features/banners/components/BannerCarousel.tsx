import { t } from '@/i18n/messages'
import { Carousel } from '@/ui/Carousel'
import { BannerSlide } from './BannerSlide'
import { useBanners } from './useBanners'

/** The banners of a category of games, one at a time; nothing where there is none. */
export function BannerCarousel({ category }: { category: string }) {
  const banners = useBanners(category) ?? []
  if (banners.length === 0) return null
  const slides = banners.map((banner) => ({ id: String(banner.id), content: <BannerSlide banner={banner} /> }))
  return <Carousel label={t('carousel.label')} slides={slides} className="h-[520px] sm:h-[400px]" />
}
