import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, type ParsedLocation } from '@tanstack/react-router'
import type { MessageKey } from '@/i18n/messages'
import { guardModals } from './modals'

export interface RouterContext {
  queryClient: QueryClient
  /** The page that is on show now; undefined on a cold load. */
  currentPage: () => ParsedLocation<PageSearch> | undefined
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Page title; pages whose title comes from data set it themselves. */
    title?: MessageKey
    /** Ends with the session: after a sign-out elsewhere the visitor is asked to sign in again. */
    requiresPlayer?: boolean
    /** `game` gives the whole screen to the game on phones. */
    frame?: 'page' | 'game'
  }
}

/** Every page has this search parameter: the addresses of the modals that are open over it. */
export interface PageSearch {
  modal?: string
}

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  validateSearch: (search: Record<string, unknown>): PageSearch => (typeof search.modal === 'string' ? { modal: search.modal } : {}),
  beforeLoad: ({ context, search, location, preload }) => guardModals({ context, modal: search.modal, location, preload }),
})
