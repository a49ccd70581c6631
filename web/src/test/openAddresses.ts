import { createMemoryHistory } from '@tanstack/react-router'
import { createQueryClient } from '@/app/queryClient'
import { createAppRouter } from '@/app/router'

/** Opens addresses one after the other in the language of `basepath`, and answers where the visitor ends up. */
export async function openAddresses(addresses: string[], basepath?: string) {
  const queryClient = createQueryClient()
  const [first = '/', ...others] = addresses
  const history = createMemoryHistory({ initialEntries: [first] })
  const router = createAppRouter(queryClient, { history, basepath })
  await router.load()
  for (const address of others) {
    history.push(address)
    await router.load()
  }
  return {
    queryClient,
    router,
    history,
    /** What the address bar reads. */
    shown: history.location.href,
    /** The page beneath whatever is open. */
    page: router.state.location.pathname,
    /** The modals over it, the lowest first. */
    modals: router.state.location.search.modal,
    /** Whether the operator has such a page. */
    found: router.state.matches.every(({ status }) => status !== 'notFound'),
  }
}

/** The same without a language in the addresses. */
export const open = (...addresses: string[]) => openAddresses(addresses)
