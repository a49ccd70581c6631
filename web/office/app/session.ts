import type { QueryClient } from '@tanstack/react-query'
import { onAuthError } from '@/api/transport'
import type { createOfficeRouter } from './router'

/** Pages that are open to people who are not signed in: a refusal there is an answer to what they typed. */
export const isOpenPage = (pathname: string): boolean => pathname === '/sign-in' || pathname.startsWith('/invitation/')

/** When the session has ended, forgets all that it showed and asks for a new one, which leads back. */
export function watchSession(queryClient: QueryClient, router: ReturnType<typeof createOfficeRouter>): void {
  onAuthError(() => {
    const { pathname, href } = router.state.location
    if (isOpenPage(pathname)) return
    queryClient.clear()
    void router.navigate({ to: '/sign-in', search: { to: href, ended: true }, replace: true })
  })
}
