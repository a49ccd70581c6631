import { cx } from '@/platform/cx'
import { Countdown } from '@/ui/Countdown'
import type { Banner } from '../model/banner'
import { BannerArt } from './BannerArt'
import { BannerButtons } from './BannerButtons'
import { BannerLabels } from './BannerLabels'
import { useBannerTexts } from './useBannerTexts'

/** How many stand in a row where there is room; the last ones share what is left. */
const WIDTHS = { small: 'basis-80', medium: 'basis-[460px]', large: 'basis-full' }

/** A banner among others on a page. */
export function BannerCard({ banner }: { banner: Banner }) {
  const { title, description } = useBannerTexts(banner)
  return (
    <article
      className={cx(
        'group/banner on-art relative isolate flex min-h-88 grow flex-col overflow-hidden rounded-l border border-line/70 sm:min-h-72 sm:flex-row',
        WIDTHS[banner.size],
      )}
    >
      <BannerArt banner={banner} />
      <div className="relative flex flex-col p-5 max-sm:pt-0 sm:max-w-[58%] sm:flex-1 sm:justify-center sm:p-7">
        <BannerLabels labels={banner.labels} />
        <h2 className="text-xl font-semibold sm:text-2xl">{title}</h2>
        <p className="mt-2 text-sm text-soft">{description}</p>
        <div className="mt-4 flex flex-wrap items-center gap-3">
          <BannerButtons banner={banner} size="m" />
          {banner.timer && <Countdown timer={banner.timer} />}
        </div>
      </div>
    </article>
  )
}
