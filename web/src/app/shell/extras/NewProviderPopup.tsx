import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { joinGroups } from '@/api/session/groups'
import { usePlayer } from '@/api/session/player'
import { NewProviderDialog } from '@/features/banners/components/NewProviderDialog'
import { useBanners } from '@/features/banners/components/useBanners'
import { groupsOf } from '@/domain/player/groups'
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
  return <NewProviderDialog banner={banner} onClose={close} />
}
