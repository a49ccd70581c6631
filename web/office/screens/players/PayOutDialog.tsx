import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useAction } from '@/api/useAction'
import { currentLocale } from '@/i18n/messages'
import { inputUnits } from '@/domain/money'
import { readAmount } from '@/domain/typedAmount'
import { Dialog } from '@/ui/Dialog'
import { FormLinesField, FormTextField } from '@/ui/form'
import { FormSelect } from '@/ui/FormSelect'
import { showToast } from '@/ui/toast'
import { useSiteForm } from '@/ui/useSiteForm'
import { useCurrencies } from '../../api/currencies'
import { payOut, PAYOUTS, payoutWaysQuery } from '../../api/payouts'
import { PLAYERS } from '../../api/players'
import type { PlayerPage, WalletWays } from '../../api/types'
import { t, tWord } from '../../i18n/texts'
import { Amount } from '../../ui/Amount'
import { FormEnd } from '../../ui/FormEnd'
import { required, ruled } from '../../ui/formRules'
import { Loaded } from '../../ui/Loaded'
import { Nothing } from '../../ui/PlayerParts'
import { profileFor, walletFor, wayFor } from './payOutChoice'

interface PayOutDialogProps {
  player: PlayerPage
  onClose: () => void
}

interface PayOutValues {
  currency: string
  payment_method_id: string
  profile_id: string
  address: string
  iban: string
  account: string
  amount_cents: string
  reason: string
}

const FIELDS = ['currency', 'payment_method_id', 'profile_id', 'address', 'iban', 'account', 'amount_cents', 'reason'] as const

/** Pays out the balance of a player who may not sign in; a colleague gives the second approval. */
export function PayOutDialog({ player, onClose }: PayOutDialogProps) {
  const ways = useQuery(payoutWaysQuery(player.id))
  return (
    <Dialog title={t('payout.title', { id: String(player.id) })} onClose={onClose}>
      <Loaded query={ways}>
        {({ wallets }) => {
          const payable = wallets.filter(({ ways }) => ways.length > 0)
          return payable.length > 0 ? <PayOutForm player={player} wallets={payable} onClose={onClose} /> : <Nothing>{t('payout.no_way')}</Nothing>
        }}
      </Loaded>
    </Dialog>
  )
}

function PayOutForm({ player, wallets, onClose }: PayOutDialogProps & { wallets: readonly WalletWays[] }) {
  const [queryClient, navigate, currencies] = [useQueryClient(), useNavigate(), useCurrencies()]
  const unitOf = (currency: string) => inputUnits(currency, currencies)[0]
  const isAmount = (typed: string, currency: string) => 'cents' in readAmount(typed, unitOf(currency), currentLocale())
  const { control, formState, onSubmit, refuse, setValue, watch } = useSiteForm<PayOutValues>({
    name: 'office_payout',
    defaultValues: {
      currency: wallets[0]?.currency ?? '',
      payment_method_id: '',
      profile_id: '',
      address: '',
      iban: '',
      account: '',
      amount_cents: '',
      reason: '',
    },
    resolver: (values, context, options) =>
      ruled<PayOutValues>({ amount_cents: (typed) => (isAmount(typed, values.currency) ? null : 'INVALID'), reason: required })(values, context, options),
  })
  const chosen = watch()
  const wallet = walletFor(wallets, chosen.currency)
  const way = wallet && wayFor(wallet, chosen.payment_method_id)
  const [method, profile] = [way?.payment_method_id ?? '', profileFor(way, chosen.profile_id)]
  useEffect(() => {
    setValue('payment_method_id', method)
    setValue('profile_id', profile)
  }, [setValue, method, profile])
  const { start, isPending } = useAction({
    run: ({ currency, amount_cents, reason, profile_id, ...typed }: PayOutValues, { idempotencyKey }) => {
      const read = readAmount(amount_cents, unitOf(currency), currentLocale())
      const destination = way?.destination
      const body = {
        currency,
        amount_cents: 'cents' in read ? read.cents : 0,
        payment_method_id: method,
        profile_id: destination === 'profile' ? profile_id : null,
        ...(destination && destination !== 'profile' && { [destination]: typed[destination] }),
        reason: reason.trim(),
      }
      return payOut(player.id, body, idempotencyKey)
    },
    onDone: ({ id }) => {
      showToast('successfully', t('payout.done'))
      void queryClient.invalidateQueries({ queryKey: PLAYERS })
      void queryClient.invalidateQueries({ queryKey: PAYOUTS })
      onClose()
      void navigate({ to: '/payouts/$id', params: { id } })
    },
    onError: (error) => refuse(error, [...FIELDS]),
  })
  const submit = onSubmit(start)
  if (!wallet || !way) return null
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="space-y-4">
      <p className="text-sm text-soft">{t('payout.text')}</p>
      <FormSelect
        control={control}
        name="currency"
        label={t('currency')}
        autoComplete="off"
        options={wallets.map(({ currency }) => ({ id: currency, label: currency }))}
        isRequired
      />
      <p className="text-sm">
        {t('wallets.cash')} <Amount cents={wallet.cash_cents} currency={wallet.currency} className="font-semibold" />
      </p>
      <FormSelect
        control={control}
        name="payment_method_id"
        label={t('payments.method')}
        autoComplete="off"
        options={wallet.ways.map(({ payment_method_id, title }) => ({ id: payment_method_id, label: title }))}
        isRequired
      />
      {way.room_cents > 0 && (
        <p className="text-sm text-soft">
          {t('payout.goes_back')} <Amount cents={way.room_cents} currency={wallet.currency} />
        </p>
      )}
      {way.destination === 'profile' ? (
        <FormSelect
          control={control}
          name="profile_id"
          label={t('payouts.destination')}
          autoComplete="off"
          options={way.profiles.map(({ profile_id, brand, masked }) => ({ id: profile_id, label: `${tWord('brand', brand)} ${masked}` }))}
          isRequired
        />
      ) : (
        <FormTextField control={control} name={way.destination} label={t(`payout.${way.destination}`)} autoComplete="off" isRequired />
      )}
      <FormTextField control={control} name="amount_cents" label={t('amount')} inputMode="decimal" autoComplete="off" isRequired />
      <p className="text-sm text-soft">
        {t('payout.least')} <Amount cents={way.min_cents} currency={wallet.currency} />
        {way.max_cents !== null && (
          <>
            , {t('payout.most')} <Amount cents={way.max_cents} currency={wallet.currency} />
          </>
        )}
      </p>
      <FormLinesField control={control} name="reason" label={t('reason.label')} help={t('reason.help')} autoComplete="off" maxLength={500} isRequired />
      <FormEnd problem={formState.errors.root?.message} confirm={t('payout.confirm')} isPending={isPending} onClose={onClose} />
    </form>
  )
}
