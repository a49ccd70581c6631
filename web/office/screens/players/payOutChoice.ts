import type { PayoutWay, StopName, WalletWays } from '../../api/types'

/** Stops behind which a player cannot pay out alone, and staff may. */
const SHUT_OUT = ['operator', 'exclusion'] as const satisfies readonly StopName[]

/** Whether staff may pay a player's balance out: the player may not sign in, and no fraud is suspected. */
export function canPayOutFor(stops: readonly StopName[]): boolean {
  return !stops.includes('fraud') && SHUT_OUT.some((stop) => stops.includes(stop))
}

/** The wallet that is chosen, and the first one before any is. */
export function walletFor(wallets: readonly WalletWays[], currency: string): WalletWays | undefined {
  return wallets.find((wallet) => wallet.currency === currency) ?? wallets[0]
}

/** The way that is chosen. Before any is, and where the wallet does not have it: the one that money has to go back by, or else the first. */
export function wayFor({ ways }: Pick<WalletWays, 'ways'>, method: string): PayoutWay | undefined {
  return ways.find(({ payment_method_id }) => payment_method_id === method) ?? ways.find(({ room_cents }) => room_cents > 0) ?? ways[0]
}

/** The kept card or account that is chosen, and the first one where the way does not pay to it; empty where it pays to none. */
export function profileFor(way: Pick<PayoutWay, 'profiles'> | undefined, chosen: string): string {
  const profiles = way?.profiles.map(({ profile_id }) => profile_id) ?? []
  return profiles.includes(chosen) ? chosen : (profiles[0] ?? '')
}
