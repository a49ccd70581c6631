import { useQuery } from '@tanstack/react-query'
import { publicPaymentMethodsQuery } from '@/api/info/reference'
import { PaymentLogo } from '@/ui/PaymentLogo'

/** How one may pay here, once for each brand; the server lists what the visitor's licence allows. */
export function WaysToPay() {
  const methods = useQuery(publicPaymentMethodsQuery).data ?? []
  const brands = [...new Map(methods.map((method) => [method.brand, method])).values()]
  return (
    <ul className="flex flex-wrap items-center gap-2.5">
      {brands.map((method) => (
        <li key={method.brand}>
          <PaymentLogo brand={method.brand} title={method.title} />
        </li>
      ))}
    </ul>
  )
}
