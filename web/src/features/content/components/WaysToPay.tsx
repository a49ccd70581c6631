import { useQuery } from '@tanstack/react-query'
import { publicPaymentMethodsQuery } from '@/api/info/reference'
import { methodName } from '@/i18n/paymentMethods'
import { PaymentLogo } from '@/ui/PaymentLogo'

/**
 * How one may pay here, once for each brand; the server lists what the visitor's licence allows. With `shown`, only
 * these brands, in that order.
 */
export function WaysToPay({ brands: shown }: { brands?: readonly string[] }) {
  const methods = useQuery(publicPaymentMethodsQuery).data ?? []
  const offered = new Map(methods.map((method) => [method.brand, method]))
  const brands = (shown ?? [...offered.keys()]).flatMap((brand) => offered.get(brand) ?? [])
  return (
    <ul className="flex flex-wrap items-center gap-2.5">
      {brands.map((method) => (
        <li key={method.brand}>
          <PaymentLogo brand={method.brand} title={methodName(method)} />
        </li>
      ))}
    </ul>
  )
}
