import { SlideText } from '@/ui/SlideText'
import { filledIn, type Banner } from '../model/banner'
import { BannerArt } from './BannerArt'
import { BannerButtons } from './BannerButtons'
import { BannerLabels } from './BannerLabels'
import { Countdown } from './Countdown'

/** A banner as one slide of several, each as wide as the page. */
export function BannerSlide({ banner }: { banner: Banner }) {
  return (
    <div className="group/banner on-art contents">
      <BannerArt banner={banner} />
      <SlideText
        title={filledIn(banner.title.text, banner.variables)}
        text={
          <>
            <p>{filledIn(banner.description.text, banner.variables)}</p>
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
  )
}
