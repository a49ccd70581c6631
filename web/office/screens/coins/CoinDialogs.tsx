import { useQueryClient } from '@tanstack/react-query'
import { useAction } from '@/api/useAction'
import { Dialog } from '@/ui/Dialog'
import { FormLinesField, FormTextField } from '@/ui/form'
import { showToast } from '@/ui/toast'
import { useSiteForm } from '@/ui/useSiteForm'
import { approveCoin, COINS, creditCoin, refuseCoin, returnCoin } from '../../api/coins'
import type { Coin } from '../../api/types'
import { t } from '../../i18n/texts'
import { Amount } from '../../ui/Amount'
import { FormEnd } from '../../ui/FormEnd'
import { required, ruled } from '../../ui/formRules'
import { ReasonDialog } from '../../ui/ReasonDialog'
import type { CoinChoice } from './choices'

interface CoinDialogProps {
  coin: Coin
  onClose: () => void
}

function useChanged(onClose: () => void) {
  const queryClient = useQueryClient()
  return () => {
    onClose()
    void queryClient.invalidateQueries({ queryKey: COINS })
  }
}

/** Asks for the reason of a decision that needs no address. */
export function CoinDecisionDialog({ coin, choice, onClose }: CoinDialogProps & { choice: Exclude<CoinChoice, 'return'> }) {
  const onChanged = useChanged(onClose)
  const run = (reason: string, key: string) => {
    if (choice === 'credit') return creditCoin(coin.id, reason, key)
    if (choice === 'refuse') return refuseCoin(coin.id, reason, key)
    return approveCoin(coin.id, coin.asked?.address ?? '', reason, key)
  }
  return (
    <ReasonDialog
      title={t(`coins.${choice}_title`)}
      text={
        <>
          <p className="font-medium text-text">
            <Amount cents={coin.amount_cents} currency={coin.currency} />
          </p>
          {coin.asked && <p className="mt-1 break-all">{coin.asked.address}</p>}
          <p className="mt-1">{t(`coins.${choice}_text`)}</p>
        </>
      }
      confirm={t(`coins.${choice}`)}
      tone={choice === 'refuse' ? 'danger' : 'primary'}
      run={run}
      onDone={() => {
        showToast('successfully', t(`coins.${choice}_done`))
        onChanged()
      }}
      onChanged={onChanged}
      onClose={onClose}
    />
  )
}

interface ReturnValues {
  address: string
  reason: string
}

/** Asks where coins go back to: the address that the player was paid to last is filled in. */
export function ReturnCoinDialog({ coin, onClose }: CoinDialogProps) {
  const onChanged = useChanged(onClose)
  const { control, formState, onSubmit, refuse } = useSiteForm<ReturnValues>({
    name: 'office_coin_return',
    defaultValues: { address: coin.known_address ?? '', reason: '' },
    resolver: ruled<ReturnValues>({ address: required, reason: required }),
  })
  const { start, isPending } = useAction({
    run: ({ address, reason }: ReturnValues, { idempotencyKey }) => returnCoin(coin.id, address.trim(), reason.trim(), idempotencyKey),
    onDone: ({ state }) => {
      showToast('successfully', t(state === 'held' ? 'coins.return_asked_done' : 'coins.return_done'))
      onChanged()
    },
    onError: (error) => refuse(error, ['address', 'reason']),
  })
  const submit = onSubmit(start)
  return (
    <Dialog title={t('coins.return_title')} onClose={onClose} size="m">
      <form onSubmit={(event) => void submit(event)} noValidate className="space-y-4">
        <p className="text-sm text-soft">{t(coin.known_address ? 'coins.return_text_known' : 'coins.return_text')}</p>
        <FormTextField control={control} name="address" label={t('coins.address', { currency: coin.currency })} autoComplete="off" isRequired />
        <FormLinesField control={control} name="reason" label={t('reason.label')} help={t('reason.help')} autoComplete="off" maxLength={500} isRequired />
        <FormEnd problem={formState.errors.root?.message} confirm={t('coins.return')} isPending={isPending} onClose={onClose} />
      </form>
    </Dialog>
  )
}
