import { redirect, type ParsedLocation } from '@tanstack/react-router'
import { playerQuery } from '@/api/session/player'
import type { RouterContext } from './root'

/** Lets players pass; a guest is sent to registration, which comes back here afterwards. */
export async function requirePlayer({ context, location }: { context: RouterContext; location: ParsedLocation }): Promise<void> {
  const player = await context.queryClient.ensureQueryData(playerQuery).catch(() => null)
  if (!player) throw redirect({ to: '/sign-up', search: { redirect: location.href } as object, replace: true })
}
