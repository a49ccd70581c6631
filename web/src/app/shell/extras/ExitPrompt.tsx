import { usePlayer } from '@/api/session/player'
import { ExitDialog } from '@/features/analytics/components/ExitDialog'
import { useExitPrompt } from './useExitPrompt'
import { useIsBusy } from './useIsBusy'

/** Invites whoever came through an app's window into Safari. Mounted in such a window only. */
export function ExitPrompt() {
  const isPlayer = Boolean(usePlayer())
  const [shown, close] = useExitPrompt(useIsBusy(), isPlayer)
  return shown && <ExitDialog onClose={close} />
}
