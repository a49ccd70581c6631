import { BannerButtons } from '@/features/banners/components/BannerButtons'
import { useBannerTexts } from '@/features/banners/components/useBannerTexts'
import { useBanners } from '@/features/banners/components/useBanners'
import type { Banner } from '@/features/banners/model/banner'
import { t } from '@/i18n/messages'
import { Countdown } from '@/ui/Countdown'
import { IconButton } from '@/ui/IconButton'
import { TOOLTIP, useDismissal } from './dismissal'
import { useOfferTimer } from './promoTimer'

/**
 * A word of the operator under the header's main button, with the same clock as the offer: the word outlives the clock.
 * Closed, it comes again after ten minutes.
 */
export function PromoTooltip() {
  const banner = useBanners('tooltip')?.[0]
  const { isAway, dismiss } = useDismissal(TOOLTIP)
  if (isAway || !banner) return null
  return <Hint banner={banner} onClose={dismiss} />
}

function Hint({ banner, onClose }: { banner: Banner; onClose: () => void }) {
  const { title, description } = useBannerTexts(banner)
  const timer = useOfferTimer()
  return (
    <aside
      aria-label={title}
      className="fixed top-[calc(var(--header-height)+10px)] right-4 z-20 w-72 max-w-[calc(100vw-2rem)] animate-rise rounded-m border border-line bg-raised p-4 pr-12 shadow-soft md:right-6"
    >
      <span aria-hidden="true" className="absolute -top-1.5 right-10 size-3 rotate-45 border-t border-l border-line bg-raised" />
      <p className="font-display text-sm font-semibold">{title}</p>
      {description && <p className="mt-1 text-sm text-soft">{description}</p>}
      {timer && (
        <div className="mt-3 empty:hidden">
          <Countdown timer={timer} ground="page" />
        </div>
      )}
      <div className="mt-3 flex flex-wrap gap-2 empty:hidden">
        <BannerButtons banner={banner} size="s" />
      </div>
      <IconButton icon="close" label={t('shell.close')} onPress={onClose} className="absolute top-1 right-1" />
    </aside>
  )
}
