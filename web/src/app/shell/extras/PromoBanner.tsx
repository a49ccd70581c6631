import { useQuery } from '@tanstack/react-query'
import { excludedStagsQuery } from '@/api/info/excludedStags'
import { BannerButtons } from '@/features/banners/components/BannerButtons'
import { useBannerTexts } from '@/features/banners/components/useBannerTexts'
import { useBanners } from '@/features/banners/components/useBanners'
import type { Banner } from '@/features/banners/model/banner'
import { t } from '@/i18n/messages'
import { affiliateTags } from '@/domain/affiliates'
import { useTick } from '@/platform/useTick'
import { Countdown } from '@/ui/Countdown'
import { msLeft } from '@/ui/timeLeft'
import { IconButton } from '@/ui/IconButton'
import { OFFER, useDismissal } from './dismissal'
import { useOfferTimer } from './promoTimer'

const SECOND_MS = 1_000

/**
 * What the operator offers for a few minutes, on every page; closed, it stays away for two minutes, over a reload too.
 * Whoever came with a tag that the operator makes no offers to does not see it.
 */
export function PromoBanner() {
  const banner = useBanners('offer')?.[0]
  const { stag } = affiliateTags()
  const excluded = useQuery(excludedStagsQuery).data
  // A tag is spared until the list says otherwise.
  const isSpared = stag !== undefined && (excluded?.includes(stag) ?? true)
  const { isAway, dismiss } = useDismissal(OFFER)
  if (isAway || !banner || isSpared) return null
  return <Offer banner={banner} onClose={dismiss} />
}

function Offer({ banner, onClose }: { banner: Banner; onClose: () => void }) {
  const now = useTick(SECOND_MS)
  const timer = useOfferTimer()
  const { title, description } = useBannerTexts(banner)
  if (!timer || msLeft(timer, now) === null) return null
  return (
    <section
      aria-label={title}
      className="on-art flex w-full max-w-[920px] animate-rise flex-wrap items-center gap-x-4 gap-y-3 rounded-l border border-line p-4 shadow-soft md:flex-nowrap md:py-3 md:pl-5"
      style={{ background: `linear-gradient(115deg, ${banner.gradient.join(', ')})` }}
    >
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-display font-semibold text-text">{title}</p>
        <p className="mt-0.5 text-sm text-soft">{description}</p>
      </div>
      <Countdown timer={timer} />
      <BannerButtons banner={banner} size="m" />
      <IconButton icon="close" label={t('shell.close')} onPress={onClose} className="max-md:absolute max-md:top-2 max-md:right-2" />
    </section>
  )
}
