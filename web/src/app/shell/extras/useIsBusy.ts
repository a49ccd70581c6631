import { useLocation, useMatches } from '@tanstack/react-router'
import { useIsBlocked } from '@/ui/blocking'

/** Whether a modal is open or a game is on: then nothing else comes up. */
export function useIsBusy(): boolean {
  const hasModal = useLocation({ select: ({ search }) => search.modal !== undefined })
  const isBlocked = useIsBlocked()
  const isInGame = useMatches({ select: (matches) => matches.some(({ staticData }) => staticData.frame === 'game') })
  return hasModal || isBlocked || isInGame
}
