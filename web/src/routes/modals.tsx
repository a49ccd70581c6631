import { redirect, type ParsedLocation } from '@tanstack/react-router'
import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import { clientContextQuery } from '@/api/session/clientContext'
import { playerQuery } from '@/api/session/player'
import { t } from '@/i18n/messages'
import { withTexts } from '@/i18n/withTexts'
import { importWithRetry } from '@/platform/importWithRetry'
import { idleQueue } from '@/platform/idle'
import type { ModalProps } from '@/platform/modal'
import { showToast } from '@/ui/toast'
import { placeOf, safeRedirect } from './addresses'
import { MODAL_GUARDS, POPUPS, type Guard } from './addressTable'
import type { RouterContext } from './root'
import { parseSearch, stringifySearch } from './search'

interface ModalScreen {
  Screen: LazyExoticComponent<ComponentType<ModalProps>>
  preload: () => Promise<unknown>
}

/** A modal that an address names, with what the address says. */
export interface AddressedModal extends ModalScreen {
  href: string
  path: string
  search: Record<string, string>
  guard: Guard
}

/** A screen that is loaded when its address is first pointed at. */
export function modalScreen(load: () => Promise<ComponentType<ModalProps>>): ModalScreen {
  return { Screen: lazy(async () => ({ default: await importWithRetry(load) })), preload: () => load().catch(() => undefined) }
}

// One screen for several addresses keeps its state when the visitor changes between them.
const auth = modalScreen(
  withTexts(['auth', 'errors', 'gifts', 'profile', 'security', 'visit'], async () => (await import('@/features/auth/components/AuthScreen')).AuthScreen),
)
const cashbox = modalScreen(
  withTexts(
    ['cashbox', 'catalogue', 'errors', 'fairness', 'gifts', 'limits', 'profile', 'verification'],
    async () => (await import('./cashbox/CashboxModal')).CashboxModal,
  ),
)
const depositBonus = modalScreen(withTexts(['catalogue', 'errors', 'gifts'], async () => (await import('./cashbox/DepositBonusModal')).DepositBonusModal))
const wallets = modalScreen(withTexts(['cashbox', 'errors'], async () => (await import('./cashbox/WalletsModal')).WalletsModal))
const support = modalScreen(withTexts(['content', 'errors', 'profile'], async () => (await import('./info/SupportModal')).SupportModal))
const newProvider = modalScreen(async () => (await import('./info/NewProviderModal')).NewProviderModal)
const exit = modalScreen(async () => (await import('./info/ExitModal')).ExitModal)
const profile = modalScreen(withTexts(['cashbox', 'errors', 'profile'], async () => (await import('./profile/ProfileModal')).ProfileModal))
const limits = modalScreen(withTexts(['auth', 'cashbox', 'errors', 'limits', 'profile'], async () => (await import('./profile/LimitsRoutes')).LimitsModal))

/** What all dialogs stand on, and what guests open first. */
const dialogs = () => import('@/ui/Dialog')
const signIn = [() => import('@/ui/form'), auth.preload]

/**
 * Brings what is likely to be opened while the page is idle, a part at a time until `stop`: then opening it asks for
 * nothing. What does not come is asked for again when it is opened.
 */
export async function bringAhead(isGuest: boolean, stop: AbortSignal): Promise<void> {
  for (const part of isGuest ? [dialogs, ...signIn] : [dialogs]) {
    await idleQueue()
    if (stop.aborted) return
    await part().catch(() => undefined)
    if (stop.aborted) return
  }
}

/** Screens by the path of their address; who may open them stands in the table of addresses. */
const SCREENS: Record<string, ModalScreen> = {
  '/sign-in': auth,
  '/login': auth,
  '/sign-up': auth,
  '/registration': auth,
  '/remind': auth,
  '/new-password': auth,
  '/email-verify': auth,
  '/cashbox': cashbox,
  '/dashboard': cashbox,
  '/deposit': cashbox,
  '/deposit-bonus': depositBonus,
  '/deposit-fast': cashbox,
  '/deposit/return': cashbox,
  '/withdraw': cashbox,
  '/popup/currency-select': wallets,
  '/popup/personal-info': profile,
  '/popup/profile-data': profile,
  '/popup/limits': limits,
  '/popup/support': support,
  '/popup/new-provider': newProvider,
  '/popup/ios-exit': exit,
}

const NAMED = /^\/popup\/([\w-]+)$/

/** The modal that an address (`/sign-in?redirect=…`, `/popup/login`) names; undefined when it names none. */
export function modalAt(href: string): AddressedModal | undefined {
  const [address = '', query = ''] = href.split('?')
  const path = POPUPS[NAMED.exec(address)?.[1] ?? ''] ?? address
  const screen = SCREENS[path]
  return screen && { ...screen, href, path, search: parseSearch(query), guard: MODAL_GUARDS[path] ?? 'anyone' }
}

/** Stands between the addresses of modals that lie over each other; within an address it is escaped. */
const OVER = '|'

/** The modals of a page's search parameter, the lowest first. Addresses that name none are left out. */
export function modalsOf(parameter: string | undefined): AddressedModal[] {
  return (parameter?.split(OVER) ?? []).flatMap((href) => modalAt(href) ?? [])
}

/** The search parameter for modals over each other; undefined for none. */
export function modalParameter(modals: AddressedModal[]): string | undefined {
  return modals.length === 0 ? undefined : modals.map(({ href }) => href).join(OVER)
}

/** A page with modals over it, as a place to go to: the address bar reads the address of the top one. */
function over(page: { pathname: string; search: object } | undefined, modals: AddressedModal[]) {
  const top = modals.at(-1)
  return {
    to: (page?.pathname ?? '/') as '/',
    search: { ...page?.search, modal: modalParameter(modals) },
    ...(top && { mask: { to: top.href.split('?')[0] as '/', search: top.search as object } }),
    resetScroll: false,
    replace: true,
  }
}

interface OpenModal {
  context: RouterContext
  location: ParsedLocation
  preload: boolean
}

/**
 * A modal's own address is never a page: it leads to the page on show (the lobby on a cold load)
 * with the modal in a search parameter, while the address bar keeps the modal's address. A modal of another
 * screen lies over those that are open; another address of the same screen takes its place.
 */
export function openOverPage({ context, location }: Pick<OpenModal, 'context' | 'location'>): void {
  const modal = modalAt(location.pathname + stringifySearch({ ...location.search, modal: undefined }))
  if (!modal) return
  const beneath = context.currentPage()
  const open = modalsOf(beneath?.search?.modal).filter(({ Screen }) => Screen !== modal.Screen)
  throw redirect(over(beneath, [...open, modal]))
}

/** Refuses modals that the visitor may not open: see each branch for where they go instead. */
export async function guardModals({ context, modal: parameter, location, preload }: OpenModal & { modal: string | undefined }): Promise<void> {
  if (parameter === undefined) return
  const modals = modalsOf(parameter)
  const top = modals.at(-1)
  if (!top) throw redirect(over(location, []))

  const player = await context.queryClient.ensureQueryData(playerQuery).catch(() => null)
  // Who has just signed in goes where they were going, not to the lobby.
  if (player && top.guard === 'guest') throw redirect({ ...placeOf(safeRedirect(top.search.redirect)), replace: true })
  if (!player && top.guard === 'player') throw redirect({ to: '/sign-up', search: { redirect: top.href } as object, replace: true })
  if (!player && top.guard === 'guest' && (await isRestricted(context))) {
    if (!preload) showToast('reject', t(restrictionOf(top.path)), { id: 'restricted' })
    throw redirect(over(location, []))
  }
  const open = modals.filter(({ guard }) => guard === 'anyone' || guard === (player ? 'player' : 'guest'))
  if (open.length < parameter.split(OVER).length) throw redirect(over(location, open))
  for (const modal of open) void modal.preload()
}

/** What a guest of a restricted country is told at a guest's modal. */
function restrictionOf(path: string): 'guard.login_restricted' | 'guard.registration_restricted' {
  return path === '/sign-in' || path === '/login' || path === '/remind' ? 'guard.login_restricted' : 'guard.registration_restricted'
}

async function isRestricted(context: RouterContext): Promise<boolean> {
  const client = await context.queryClient.ensureQueryData(clientContextQuery).catch(() => null)
  return client?.is_restricted ?? false
}
