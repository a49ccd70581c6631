import { useQuery } from '@tanstack/react-query'
import { useCurrencies } from '@/api/info/reference'
import { paymentsQuery } from '@/api/session/payments'
import { methodsQuery } from '../api/methods'
import { firstDeposit } from '../model/amount'
import { fastDeposit } from '../model/fastDeposit'

/** The deposit that one press repeats, with its amount; null without a kept card, undefined while that is not known. */
export function useFastDeposit(currency: string) {
  const currencies = useCurrencies()
  const methods = useQuery(methodsQuery('deposit', currency))
  const payments = useQuery(paymentsQuery(1, { action: 'deposit' }))
  const info = currencies.find(({ code }) => code === currency)
  const isFailed = methods.isError || payments.isError
  const askAgain = () => {
    if (methods.isError) void methods.refetch()
    if (payments.isError) void payments.refetch()
  }
  if (!methods.data || !payments.data || !info) return { deposit: undefined, isFailed, askAgain }
  const found = fastDeposit(methods.data, payments.data.data, currency)
  const deposit = found && {
    ...found,
    isAgain: found.cents !== null,
    cents: found.cents ?? firstDeposit(found.method.deposit, info.fiat, info.subunits_to_unit),
  }
  return { deposit, isFailed, askAgain }
}
