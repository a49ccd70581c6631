import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { type ReactNode } from 'react'
import { useCurrencies } from '@/api/info/reference'
import { CurrenciesContext } from '@/ui/Money'
import type { createAppRouter } from './router'

interface AppProps {
  queryClient: QueryClient
  router: ReturnType<typeof createAppRouter>
}

export function App({ queryClient, router }: AppProps) {
  return (
    <QueryClientProvider client={queryClient}>
      <Currencies>
        <RouterProvider router={router} />
      </Currencies>
    </QueryClientProvider>
  )
}

function Currencies({ children }: { children: ReactNode }) {
  return <CurrenciesContext value={useCurrencies()}>{children}</CurrenciesContext>
}
