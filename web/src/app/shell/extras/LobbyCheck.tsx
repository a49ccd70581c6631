import { useLocation, useMatches } from '@tanstack/react-router'
import { useState } from 'react'
import { RealityCheck } from '@/features/limits/components/RealityCheck'
import { sessionStart } from '@/features/session/model/sessionClock'

const nothing = () => undefined

/**
 * The reality check of an hour that ends beside the games. A game for money holds its own, which pauses it; what is open over
 * the page, such as the cashbox, is brought to its end first.
 */
export function LobbyCheck({ playerId }: { playerId: number }) {
  const hasModal = useLocation({ select: ({ search }) => search.modal !== undefined })
  const playsForMoney = useMatches({
    select: (matches) => matches.some(({ staticData, search }) => staticData.frame === 'game' && 'mode' in search && search.mode === 'real'),
  })
  const [start] = useState(() => sessionStart(playerId, Date.now()))
  return hasModal || playsForMoney ? null : <RealityCheck start={start} onShown={nothing} />
}
