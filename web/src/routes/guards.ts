import { notFound, redirect, type ParsedLocation } from '@tanstack/react-router'
import { openPagesQuery } from '@/api/info/openPages'
import { projectQuery } from '@/api/info/reference'
import { playerQuery } from '@/api/session/player'
import type { Player } from '@/api/types'
import { featureIsOn, maySwitch } from '@/features/flags/model/flags'
import { isTester } from '@/lib/player/groups'
import { placeOf } from './addresses'
import type { SwitchedPage } from './addressTable'
import type { RouterContext } from './root'

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

/** Lets those pass who may set switches; for others there is no such page. */
export async function requireFlagRights({ context }: Visit): Promise<void> {
  if (!maySwitch(await playerOf(context))) throw notFound()
}

/** Lets pass who may open a page that can be switched off, while it is on; others are led elsewhere. */
export async function requireOpen(page: SwitchedPage, { context, location }: Visit): Promise<void> {
  if (page.guard === 'player') await requirePlayer({ context, location })
  if (page.guard === 'guest' && (await playerOf(context))) throw redirect({ to: '/', replace: true })
  if (page.built && (await isOn(page, context))) return
  throw redirect({ ...placeOf(page.instead ?? CLOSED_PAGE), search: page.instead ? location.search : {}, replace: true })
}

async function isOn({ feature, page }: SwitchedPage, context: RouterContext): Promise<boolean> {
  if (page !== undefined && !isTester(await playerOf(context))) {
    const open = await context.queryClient.ensureQueryData(openPagesQuery)
    if (open[page] === false) return false
  }
  if (feature === undefined) return true
  const project = await context.queryClient.ensureQueryData(projectQuery).catch(() => null)
  return featureIsOn(feature, project?.features ?? {}, await playerOf(context))
}
