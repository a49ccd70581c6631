import { redirect, type ParsedLocation } from '@tanstack/react-router'
import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import { clientContextQuery } from '@/api/session/clientContext'
import { playerQuery } from '@/api/session/player'
import { t } from '@/i18n/messages'
import type { ModalProps } from '@/lib/modal'
import { showToast } from '@/ui/toast'
import type { RouterContext } from './root'
import { parseSearch, stringifySearch } from './search'

type Guard = 'guest' | 'player'

interface ModalScreen {
  guard: Guard
  Screen: LazyExoticComponent<ComponentType<ModalProps>>
  preload: () => Promise<unknown>
}

/** A screen that is loaded when its address is first pointed at. */
export function modalScreen(guard: Guard, load: () => Promise<ComponentType<ModalProps>>): ModalScreen {
  return { guard, Screen: lazy(async () => ({ default: await load() })), preload: load }
}

// One screen for several addresses keeps its state when the visitor changes between them.
const auth = modalScreen('guest', async () => (await import('@/features/auth/components/AuthDialog')).AuthDialog)
const cashbox = modalScreen('player', async () => (await import('./cashbox/CashboxModal')).CashboxModal)

/** Screens by the path of their address. A path that is absent here opens nothing. */
const MODALS: Record<string, ModalScreen> = {
  '/sign-in': auth,
  '/login': auth,
  '/sign-up': auth,
  '/registration': auth,
  '/cashbox': cashbox,
  '/dashboard': cashbox,
  '/deposit': cashbox,
  '/deposit/return': cashbox,
  '/withdraw': cashbox,
}

/** The modal that an address (`/sign-in?redirect=…`) names, with its search parameters. */
export function modalAt(href: string | undefined): (ModalScreen & { path: string; search: Record<string, string> }) | undefined {
  if (!href) return undefined
  const [path = '', query = ''] = href.split('?')
  const modal = MODALS[path]
  return modal && { ...modal, path, search: parseSearch(query) }
}

interface OpenModal {
  context: RouterContext
  location: ParsedLocation
  preload: boolean
}

/**
 * A modal's own address is never a page: it leads to the page on show (the lobby on a cold load)
 * with the modal in a search parameter, while the address bar keeps the modal's address.
 */
export function openOverPage({ context, location }: Pick<OpenModal, 'context' | 'location'>): never {
  const beneath = context.currentPage()
  const modal = location.pathname + stringifySearch({ ...location.search, modal: undefined })
  const search = { ...(beneath?.search as Record<string, unknown> | undefined), modal }
  throw redirect({
    to: (beneath?.pathname ?? '/') as '/',
    search,
    mask: { to: location.pathname as '/', search: parseSearch(modal.split('?')[1] ?? '') as object },
    resetScroll: false,
    replace: true,
  })
}

const RESTRICTED_TEXT = {
  '/sign-in': 'guard.login_restricted',
  '/login': 'guard.login_restricted',
  '/sign-up': 'guard.registration_restricted',
  '/registration': 'guard.registration_restricted',
} as const

/** Refuses a modal that the visitor may not open: see each branch for where they go instead. */
export async function guardModal({ context, modal: href, location, preload }: OpenModal & { modal: string | undefined }): Promise<void> {
  if (href === undefined) return
  const modal = modalAt(href)
  const beneath = { to: location.pathname as '/', search: { ...location.search, modal: undefined }, replace: true }
  if (!modal) throw redirect(beneath)

  const player = await context.queryClient.ensureQueryData(playerQuery).catch(() => null)
  if (player && modal.guard === 'guest') throw redirect({ to: '/', replace: true })
  if (!player && modal.guard === 'player') throw redirect({ to: '/sign-up', search: { redirect: href } as object, replace: true })
  if (!player && (await isRestricted(context))) {
    if (!preload && modal.path in RESTRICTED_TEXT) {
      showToast('reject', t(RESTRICTED_TEXT[modal.path as keyof typeof RESTRICTED_TEXT]), { id: 'restricted' })
    }
    throw redirect(beneath)
  }
  void modal.preload()
}

async function isRestricted(context: RouterContext): Promise<boolean> {
  const client = await context.queryClient.ensureQueryData(clientContextQuery).catch(() => null)
  return client?.is_restricted ?? false
}
