import { Dialog } from '@/ui/Dialog'
import type { Banner } from '../model/banner'
import { BannerArt } from './BannerArt'
import { BannerButtons } from './BannerButtons'
import { useBannerTexts } from './useBannerTexts'

/** A studio that is new in the casino. */
export function NewProviderDialog({ banner, onClose }: { banner: Banner; onClose: () => void }) {
  const { title, description } = useBannerTexts(banner)
  return (
    <Dialog title={title} onClose={onClose} size="s">
      <div className="on-art relative mb-5 aspect-video overflow-hidden rounded-m">
        <BannerArt banner={banner} />
      </div>
      <p className="text-soft">{description}</p>
      <div className="mt-6 grid" onClickCapture={onClose}>
        <BannerButtons banner={banner} size="m" />
      </div>
    </Dialog>
  )
}
