import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useAction } from '@/api/useAction'
import { problemText } from '@/i18n/errorText'
import { showToast } from '@/ui/toast'
import { openWallet } from '../api/openWallet'

/**
 * Choosing the wallet in use. A choice made while another is under way waits; of several only the last is carried out,
 * so that the wallet in use is the one that was chosen last. Why a choice was refused is told by a toast, or where
 * `onRefused` puts it.
 */
export function useWalletChoice(onChosen?: () => void, onRefused = showRefusal): { choosing: string | null; choose: (currency: string) => void } {
  const client = useQueryClient()
  const wanted = useRef<string | null>(null)
  const [choosing, setChoosing] = useState<string | null>(null)
  const { start } = useAction({
    run: (currency: string, { idempotencyKey }) => openWallet(client, currency, idempotencyKey),
    onError: (error) => onRefused(problemText(error)),
  })
  const run = async () => {
    for (;;) {
      const next: string = wanted.current ?? ''
      const isDone = await start(next)
      if (isDone && wanted.current !== next) continue
      wanted.current = null
      setChoosing(null)
      if (isDone) onChosen?.()
      return
    }
  }
  const choose = (currency: string) => {
    const isRunning = wanted.current !== null
    wanted.current = currency
    setChoosing(currency)
    if (!isRunning) void run()
  }
  return { choosing, choose }
}

function showRefusal(why: string): void {
  showToast('reject', why)
}
