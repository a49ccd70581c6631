import { ExitDialog } from '@/features/analytics/components/ExitDialog'
import type { ModalProps } from '@/platform/modal'

/** How to leave an app's window, for whoever asks for it by address. */
export function ExitModal({ close }: ModalProps) {
  return <ExitDialog onClose={close} />
}
