import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { MINE } from '@/api/keys'
import { accountsQuery } from '@/api/session/accounts'
import { isFinal, paymentQuery } from '@/api/session/payments'
import { statsQuery } from '@/api/session/stats'
import type { Payment } from '@/api/types'
import { markTold } from '../model/toldPayments'

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

/** A payment kept up to date until nothing more will happen to it. */
export function usePaymentWatch(id: string): { payment: Payment | undefined; isMissing: boolean } {
  const client = useQueryClient()
  const { data: payment, isError } = useQuery({
    ...paymentQuery(id),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && isFinal(state.data) ? false : POLL_MS),
  })
  const state = payment?.state
  // Who sees it here needs no toast that says it again.
  useEffect(() => watch(id), [id])
  useEffect(() => {
    if (payment && isFinal(payment)) markTold(payment.id, Date.now())
  }, [payment])
  useEffect(() => {
    if (state === undefined) return
    // The wallet and the lists follow each step, also one that only this question told of.
    void client.invalidateQueries({ queryKey: accountsQuery.queryKey })
    void client.invalidateQueries({ queryKey: statsQuery.queryKey })
    void client.invalidateQueries({ queryKey: [MINE, 'payments', 'page'] })
  }, [client, state])
  return { payment, isMissing: isError && !payment }
}
