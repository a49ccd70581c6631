import { lazy, type ReactNode } from 'react'
import { importWithRetry } from '@/platform/importWithRetry'
import { AsyncBoundary } from '@/ui/AsyncBoundary'
import { useBanners } from './useBanners'

// The slides stand beside the one that is seen first.
const BannerSlide = lazy(async () => ({ default: (await importWithRetry(() => import('./BannerSlide'))).BannerSlide }))

/** The banners of a place as slides, to stand among others. */
export function useBannerSlides(category: string): { id: string; content: ReactNode }[] {
  return (useBanners(category) ?? []).map((banner) => ({
    id: `banner-${banner.id}`,
    content: (
      <AsyncBoundary>
        <BannerSlide banner={banner} />
      </AsyncBoundary>
    ),
  }))
}
