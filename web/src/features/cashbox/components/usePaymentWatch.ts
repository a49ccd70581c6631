import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiError } from '@/api/errors'
import { PLAYER_SCOPE } from '@/api/keys'
import { accountsQuery } from '@/api/session/accounts'
import { isFinal, paymentQuery } from '@/api/session/payments'
import { statsQuery } from '@/api/session/stats'
import type { Payment } from '@/api/types'
import { markAnnounced } from '../model/announcedPayments'

/** Realtime tells at once; this asks as well, in case the connection is down. */
const POLL_MS = 2_500

const watched = new Set<string>()

function watch(id: string): () => void {
  watched.add(id)
  return () => watched.delete(id)
}

/** Whether the payment stands on the screen now. */
export function isWatched(id: string): boolean {
  return watched.has(id)
}

/** Whether there is no such payment, so that asking again brings nothing. */
const isUnknown = (error: unknown): boolean => error instanceof ApiError && error.status === 404

interface PaymentWatch {
  payment: Payment | undefined
  /** The server knows no such payment of the player. */
  isMissing: boolean
  /** The payment could not be asked for. Nothing is said of whether it exists. */
  hasFailed: boolean
  /** Asks again at once. */
  askAgain: () => void
}

/** A payment kept up to date until nothing more will happen to it. */
export function usePaymentWatch(id: string): PaymentWatch {
  const client = useQueryClient()
  const {
    data: payment,
    error,
    refetch,
  } = useQuery({
    ...paymentQuery(id),
    staleTime: 0,
    refetchInterval: ({ state }) => ((state.data && isFinal(state.data)) || isUnknown(state.error) ? false : POLL_MS),
  })
  const state = payment?.state
  // Who sees it here needs no toast that says it again.
  useEffect(() => watch(id), [id])
  useEffect(() => {
    if (payment && isFinal(payment)) markAnnounced(payment.id, Date.now())
  }, [payment])
  useEffect(() => {
    if (state === undefined) return
    // The wallet and the lists follow each step, also one that only this question told of.
    void client.invalidateQueries({ queryKey: accountsQuery.queryKey })
    void client.invalidateQueries({ queryKey: statsQuery.queryKey })
    void client.invalidateQueries({ queryKey: [PLAYER_SCOPE, 'payments', 'page'] })
  }, [client, state])
  const isMissing = !payment && isUnknown(error)
  return { payment, isMissing, hasFailed: !payment && error !== null && !isMissing, askAgain: () => void refetch() }
}
