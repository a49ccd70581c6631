import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useAction } from '@/api/useAction'
import { dropPromoCode, keptPromoCode } from '@/domain/promoCodes'
import { toastError } from '@/ui/toastError'
import { redeemCode } from '../api/redeemCode'
import { statusToast } from '../model/codeStatus'
import { isRefusedCode } from '../model/promoLanding'

/**
 * Redeems the gift code that this visit carries from an address or a form, once. Whatever the server says of the code ends it; one
 * without an answer is kept for the next time.
 */
export function useAddressedCode(): void {
  const client = useQueryClient()
  const redeeming = useAction({
    run: (code: string, { idempotencyKey }) => redeemCode(client, code, idempotencyKey),
    onDone: (status) => {
      dropPromoCode('gift_promocode')
      statusToast(status)
    },
    onError: (error) => {
      if (isRefusedCode(error)) dropPromoCode('gift_promocode')
      toastError(error)
    },
  })
  const start = useRef(redeeming.start)
  useEffect(() => {
    const code = keptPromoCode('gift_promocode')
    if (code !== null) void start.current(code)
  }, [])
}
