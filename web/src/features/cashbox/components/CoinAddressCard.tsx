import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { CoinAddress } from '@/api/types'
import { useAction } from '@/api/useAction'
import { t } from '@/i18n/messages'
import { currencyName } from '@/i18n/names'
import { Button } from '@/ui/Button'
import { copyText } from '@/ui/copyText'
import { FailedState } from '@/ui/FailedState'
import { IconButton } from '@/ui/IconButton'
import { useMoneyText } from '@/ui/Money'
import { Alert } from '@/ui/Alert'
import { toastError } from '@/ui/toastError'
import { coinAddressesQuery, haveCoinAddress } from '../api/coins'

/** The player's own lasting address for a coin: to see, to scan and to copy. Nothing has to be typed before. */
export function CoinAddressCard({ currency }: { currency: string }) {
  const client = useQueryClient()
  const { data: known, isError, refetch } = useQuery(coinAddressesQuery)
  const having = useAction({ run: (_: void, { idempotencyKey }) => haveCoinAddress(client, currency, idempotencyKey), onError: toastError })
  if (!known) return isError ? <FailedState level={3} title={t('cashbox.coin_address_failed')} onRetry={() => void refetch()} /> : null
  const found = known.find((address) => address.currency === currency)
  return (
    <section className="mt-6 rounded-m border border-line bg-page/50 px-4 py-4" aria-labelledby="coin-address">
      <h3 id="coin-address" className="font-semibold">
        {t('cashbox.coin_address', { coin: currencyName(currency) })}
      </h3>
      <p className="mt-1 mb-4 text-sm text-soft">{t('cashbox.coin_address_text')}</p>
      {found ? (
        <Shown found={found} />
      ) : (
        <Button variant="secondary" wide pending={having.isPending} onPress={() => void having.start()}>
          {t('cashbox.coin_address_show')}
        </Button>
      )}
    </section>
  )
}

function Shown({ found }: { found: CoinAddress }) {
  const money = useMoneyText()
  const { address, network, memo, currency, least_cents: least } = found
  return (
    <>
      <img
        data-varies
        src={`data:image/svg+xml;utf8,${encodeURIComponent(found.qr_svg)}`}
        alt={t('cashbox.coin_address_qr')}
        width={180}
        height={180}
        className="mx-auto mb-4 rounded-m bg-white"
      />
      <Copied label={t('cashbox.address', { coin: currencyName(currency) })} text={address} />
      {memo && <Copied label={t('cashbox.coin_memo')} text={memo} />}
      <Alert tone="warning" className="mt-4">
        {network
          ? t('cashbox.coin_address_network', { coin: currencyName(currency), network })
          : t('cashbox.coin_address_only', { coin: currencyName(currency) })}
        {least !== null && ` ${t('cashbox.coin_address_least', { amount: money(least, currency) })}`}
      </Alert>
    </>
  )
}

function Copied({ label, text }: { label: string; text: string }) {
  return (
    <div className="flex items-center gap-2 border-t border-line py-2 text-sm">
      <div className="min-w-0 flex-1">
        <p className="text-xs text-muted">{label}</p>
        <code data-varies className="block break-all text-text select-all">
          {text}
        </code>
      </div>
      <IconButton icon="copy" label={t('cashbox.coin_copy', { name: label })} onPress={() => copyText(text)} />
    </div>
  )
}
