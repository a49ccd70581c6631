import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { type ReactNode } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { useCurrencies } from '@/api/info/reference'
import { kitLocale } from '@/i18n/names'
import { CurrenciesContext } from '@/ui/Money'
import type { createAppRouter } from './router'

interface AppProps {
  queryClient: QueryClient
  router: ReturnType<typeof createAppRouter>
}

export function App({ queryClient, router }: AppProps) {
  return (
    <QueryClientProvider client={queryClient}>
      <I18nProvider locale={kitLocale()}>
        <Currencies>
          <RouterProvider router={router} />
        </Currencies>
      </I18nProvider>
    </QueryClientProvider>
  )
}

function Currencies({ children }: { children: ReactNode }) {
  return <CurrenciesContext value={useCurrencies()}>{children}</CurrenciesContext>
}
