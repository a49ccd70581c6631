import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { joinGroups } from '@/api/session/groups'
import { usePlayer } from '@/api/session/player'
import { BannerArt } from '@/features/banners/components/BannerArt'
import { BannerButtons } from '@/features/banners/components/BannerButtons'
import { useBanners } from '@/features/banners/components/useBanners'
import { filledIn } from '@/features/banners/model/banner'
import { groupsOf } from '@/lib/player/groups'
import { Dialog } from '@/ui/Dialog'
import { openInvitation } from './newProvider'
import { useIsBusy } from './useIsBusy'

/** Shows invited players a new studio: each invitation once for good, and one in a visit. */
export function NewProviderPopup() {
  const client = useQueryClient()
  const isBusy = useIsBusy()
  const [isOver, setIsOver] = useState(false)
  const invitation = openInvitation(groupsOf(usePlayer()))
  const banner = useBanners('new-provider')?.find(({ groups }) => invitation && groups?.includes(invitation.group))
  if (isOver || isBusy || !invitation || !banner) return null
  const close = () => {
    setIsOver(true)
    // The failed call stands in the log; without the mark the studio is shown again at the next visit.
    joinGroups(client, [invitation.mark]).catch(() => undefined)
  }
  return (
    <Dialog title={filledIn(banner.title.text, banner.variables)} onClose={close} size="s">
      <div className="on-art relative mb-5 aspect-video overflow-hidden rounded-m">
        <BannerArt banner={banner} />
      </div>
      <p className="text-soft">{filledIn(banner.description.text, banner.variables)}</p>
      <div className="mt-6 grid" onClickCapture={close}>
        <BannerButtons banner={banner} size="m" />
      </div>
    </Dialog>
  )
}
