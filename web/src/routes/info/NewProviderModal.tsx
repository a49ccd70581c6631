import { useEffect } from 'react'
import { NewProviderDialog } from '@/features/banners/components/NewProviderDialog'
import { useBanners } from '@/features/banners/components/useBanners'
import type { ModalProps } from '@/platform/modal'

/** The newest studio that the operator shows to this player; closes itself when it shows none. */
export function NewProviderModal({ close }: ModalProps) {
  const banners = useBanners('new-provider')
  const isEmpty = banners?.length === 0
  useEffect(() => {
    if (isEmpty) close()
  }, [isEmpty, close])
  const banner = banners?.[0]
  return banner && <NewProviderDialog banner={banner} onClose={close} />
}
