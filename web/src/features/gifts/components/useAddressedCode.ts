import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useAction } from '@/api/useAction'
import { dropPromoCode, keptPromoCode } from '@/domain/promoCodes'
import { toastError } from '@/ui/toastError'
import { redeemCode } from '../api/redeemCode'
import { statusToast } from '../model/codeStatus'

/** Redeems the gift code that an address of this visit carried, once; a code without an answer is kept for the next time. */
export function useAddressedCode(): void {
  const client = useQueryClient()
  const redeeming = useAction({
    run: (code: string, { idempotencyKey }) => redeemCode(client, code, idempotencyKey),
    onDone: (status) => {
      dropPromoCode('gift_promocode')
      statusToast(status)
    },
    onError: toastError,
  })
  const start = useRef(redeeming.start)
  useEffect(() => {
    const code = keptPromoCode('gift_promocode')
    if (code !== null) void start.current(code)
  }, [])
}
