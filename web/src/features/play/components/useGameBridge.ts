import { hashKey, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, type RefObject } from 'react'
import { requestReauthentication } from '@/api/reauth'
import { accountsQuery } from '@/api/session/accounts'
import { onBalanceFrame } from '@/api/session/balanceFrames'
import { holdBalance, releaseBalance } from '@/api/session/balanceHold'
import { fromSite, readGameMessage, type GameMessage, type SiteMessage } from '@/domain/gameBridge'
import { useGameJackpotWins } from './useGameJackpotWins'

const ACCOUNTS = hashKey(accountsQuery.queryKey)

interface BridgeProps {
  /** Where the game runs: nothing else is heard, and nobody else is told anything. */
  origin: string
  onMessage: (message: GameMessage) => void
}

interface Bridge {
  /** The frame that the game runs in. */
  frame: RefObject<HTMLIFrameElement | null>
  tell: (message: SiteMessage) => void
}

/** Speaks with the game in a frame, and withholds the balance while the game shows how a turn ends. */
export function useGameBridge({ origin, onMessage }: BridgeProps): Bridge {
  const frame = useRef<HTMLIFrameElement>(null)
  const client = useQueryClient()
  const tell = useCallback((message: SiteMessage) => frame.current?.contentWindow?.postMessage(fromSite(message), origin), [origin])
  const hearOfJackpot = useGameJackpotWins(tell)
  useEffect(() => {
    const hold = () => holdBalance(client.getQueryData(accountsQuery.queryKey) ?? [])
    const listen = (event: MessageEvent<unknown>) => {
      if (event.source !== frame.current?.contentWindow) return
      const message = readGameMessage(event, origin)
      if (!message) return
      if (message.type === 'turning') hold()
      if (message.type === 'refused' && message.code === 'reauth_required') {
        // Nothing was played, so nothing is withheld while the password is typed.
        releaseBalance()
        void requestReauthentication().then((given) => {
          if (given) hold()
          tell({ type: given ? 'reauthenticated' : 'not_reauthenticated' })
        })
      }
      if (message.type === 'shown' || message.type === 'ready' || message.type === 'failed') releaseBalance()
      // Only the operator's own games have a jackpot to themselves.
      if (origin === window.location.origin) hearOfJackpot(message)
      onMessage(message)
    }
    window.addEventListener('message', listen)
    return () => window.removeEventListener('message', listen)
  }, [client, origin, onMessage, tell, hearOfJackpot])
  useEffect(() => onBalanceFrame(({ currency, amount_cents, seq, round_id }) => tell({ type: 'balance', currency, amount_cents, seq, round_id })), [tell])
  useEffect(
    () =>
      // A deposit may be credited while no frames come: before the socket is there, or after it was lost.
      client.getQueryCache().subscribe((event) => {
        const isAnswer = event.type === 'updated' && event.action.type === 'success' && event.action.manual !== true
        if (isAnswer && event.query.queryHash === ACCOUNTS) tell({ type: 'balance_changed' })
      }),
    [client, tell],
  )
  useEffect(() => releaseBalance, [])
  return { frame, tell }
}
