import { Countdown } from '@/ui/Countdown'
import { SlideText } from '@/ui/SlideText'
import type { Banner } from '../model/banner'
import { BannerArt } from './BannerArt'
import { BannerButtons } from './BannerButtons'
import { BannerLabels } from './BannerLabels'
import { useBannerTexts } from './useBannerTexts'

/** A banner as one slide of several, each as wide as the page. */
export function BannerSlide({ banner }: { banner: Banner }) {
  const { title, description } = useBannerTexts(banner)
  return (
    <div className="group/banner on-art flex h-full flex-col">
      <BannerArt banner={banner} />
      {/* On phones no higher than the words are: the picture takes the rest. */}
      <div className="sm:h-full">
        <SlideText
          title={title}
          text={
            <>
              <p>{description}</p>
              {banner.timer && (
                <div className="mt-4">
                  <Countdown timer={banner.timer} />
                </div>
              )}
            </>
          }
          lead={<BannerLabels labels={banner.labels} />}
        >
          <BannerButtons banner={banner} size="l" />
        </SlideText>
      </div>
    </div>
  )
}
