import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CoinArrival } from '@/api/types'
import { useAction } from '@/api/useAction'
import { fieldTexts } from '@/i18n/errorText'
import { t } from '@/i18n/messages'
import { currencyName } from '@/i18n/names'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { useMoneyText } from '@/ui/Money'
import { TextField } from '@/ui/TextField'
import { toastError } from '@/ui/toastError'
import { coinArrivalsQuery, sendCoinsBack } from '../api/coins'

/** Asks for the player's own address that held coins go back to. */
export function SendBackDialog({ arrival, onClose }: { arrival: CoinArrival; onClose: () => void }) {
  const client = useQueryClient()
  const [address, setAddress] = useState('')
  const [problem, setProblem] = useState<string>()
  const amount = useMoneyText()(arrival.amount_cents, arrival.currency)
  const sending = useAction({
    run: (to: string, { idempotencyKey }) => sendCoinsBack(client, arrival.id, to, idempotencyKey),
    onDone: onClose,
    onError: (error) => {
      void client.invalidateQueries({ queryKey: coinArrivalsQuery.queryKey })
      const refused = fieldTexts(error).address
      setProblem(refused)
      if (!refused) toastError(error)
    },
  })
  return (
    <Dialog title={t('cashbox.coin_return_title', { amount })} onClose={onClose} size="s">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void sending.start(address.trim())
        }}
        className="space-y-5"
      >
        <TextField
          label={t('cashbox.address', { coin: currencyName(arrival.currency) })}
          help={t('cashbox.address_help')}
          value={address}
          onChange={(typed) => {
            setAddress(typed)
            setProblem(undefined)
          }}
          error={problem}
          autoComplete="off"
          isRequired
        />
        <Button type="submit" size="l" wide pending={sending.isPending}>
          {t('cashbox.coin_return')}
        </Button>
      </form>
    </Dialog>
  )
}
