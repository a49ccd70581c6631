import { notFound, redirect, type ParsedLocation } from '@tanstack/react-router'
import { bettingQuery } from '@/api/info/betting'
import { openPagesQuery } from '@/api/info/openPages'
import { projectQuery } from '@/api/info/reference'
import { accountsQuery } from '@/api/session/accounts'
import { isReached, limitsQuery } from '@/api/session/limits'
import { playerQuery } from '@/api/session/player'
import type { Player } from '@/api/types'
import { featureIsOn, maySwitch } from '@/features/flags/model/flags'
import { t } from '@/i18n/messages'
import { isTester } from '@/domain/player/groups'
import { showToast } from '@/ui/toast'
import { placeOf } from './addresses'
import { switchedPage, type SwitchedPage } from './addressTable'
import type { RouterContext } from './root'

/** Leads a guest to sign in or up and from there to `back`; a player, who has no use for that, to the lobby. */
export async function enterFor({ to, back }: { to: string; back: string }, { context }: Pick<Visit, 'context'>): Promise<never> {
  if (await playerOf(context)) throw redirect({ to: '/', replace: true })
  throw redirect({ to: to as '/', search: { redirect: back } as object, replace: true })
}

/** Where a closed page leads to unless it says otherwise. */
const CLOSED_PAGE = '/promotions'

interface Visit {
  context: RouterContext
  location: ParsedLocation
}

function playerOf({ queryClient }: RouterContext): Promise<Player | null> {
  return queryClient.ensureQueryData(playerQuery).catch(() => null)
}

/** Lets players pass; a guest is sent to registration, which comes back here afterwards. */
export async function requirePlayer({ context, location }: Visit): Promise<void> {
  if (!(await playerOf(context))) throw redirect({ to: '/sign-up', search: { redirect: location.href } as object, replace: true })
}

/**
 * Leads a player who has reached a limit to the limits instead of a game for money; limits on deposits count where the
 * operator says so. Without an answer the server decides at the launch.
 */
export async function requireWithinLimits({ context, preload }: Pick<Visit, 'context'> & { preload: boolean }): Promise<void> {
  const { queryClient } = context
  const limits = await queryClient.ensureQueryData(limitsQuery).catch(() => [])
  if (limits.length === 0) return
  const accounts = await queryClient.ensureQueryData(accountsQuery).catch(() => [])
  const currency = accounts.find(({ active }) => active)?.currency
  const reached = limits.filter((limit) => isReached(limit, currency))
  if (reached.length === 0) return
  const project = await queryClient.ensureQueryData(projectQuery).catch(() => null)
  if (!reached.some(({ type }) => type !== 'deposit' || project?.deposit_limit_blocks_play === true)) return
  if (!preload) showToast('warning', t('limits.game_closed'), { id: 'limits' })
  throw redirect({ to: '/profile/limits', replace: true })
}

/** Lets those pass who may set switches; for others there is no such page. */
export async function requireFlagRights({ context }: Visit): Promise<void> {
  if (!maySwitch(await playerOf(context))) throw notFound()
}

/** Lets pass who may open a page that can be switched off, while it is on; others are led elsewhere. */
export async function requireOpen(page: SwitchedPage, { context, location }: Visit): Promise<void> {
  if (page.guard === 'player') await requirePlayer({ context, location })
  if (page.guard === 'guest' && (await playerOf(context))) throw redirect({ to: '/', replace: true })
  if (page.built && (await isOn(page, context))) return
  // The query of a page that does not exist yet may hold the token of a mail, which is nobody else's to read.
  const search = page.built && page.instead ? location.search : {}
  throw redirect({ ...placeOf(page.instead ?? CLOSED_PAGE), search, replace: true })
}

/** Lets pass who may open a page of sports, while there is a sports site to lead to. */
export async function requireSports(name: string, visit: Visit): Promise<void> {
  const hosts = await visit.context.queryClient.ensureQueryData(bettingQuery).catch((): string[] => [])
  if (hosts.length === 0) throw redirect({ to: CLOSED_PAGE, replace: true })
  await requireOpen(switchedPage(name), visit)
}

async function isOn({ feature, page }: SwitchedPage, context: RouterContext): Promise<boolean> {
  if (page !== undefined && !isTester(await playerOf(context))) {
    const open = await context.queryClient.ensureQueryData(openPagesQuery).catch(() => null)
    if (open?.[page] === false) return false
  }
  if (feature === undefined) return true
  const project = await context.queryClient.ensureQueryData(projectQuery).catch(() => null)
  return featureIsOn(feature, project?.features ?? {}, await playerOf(context))
}
