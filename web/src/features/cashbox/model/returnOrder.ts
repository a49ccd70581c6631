import type { PaymentMethod } from '@/api/types'

type Profile = PaymentMethod['savedProfiles'][number]

/** A way by which money has to go back before it goes elsewhere. */
export interface ReturnWay {
  method: PaymentMethod
  /** The stored card or account; null of a transfer between banks. */
  profile: Profile | null
  /** What has to go back there, in subunits. */
  cents: number
}

/** The ways by which money has to go back, in the order of the methods. */
export function returnWays(methods: readonly PaymentMethod[]): ReturnWay[] {
  return methods
    .filter((method) => method.returnsCents > 0)
    .flatMap((method): ReturnWay[] => {
      const profiles = method.savedProfiles.filter(({ returns_cents }) => returns_cents > 0)
      if (profiles.length === 0) return [{ method, profile: null, cents: method.returnsCents }]
      return profiles.map((profile) => ({ method, profile, cents: profile.returns_cents }))
    })
}

/** The stored card or account of a method that a payout starts with: one that money has to go back to, if there is one. */
export function firstProfile({ savedProfiles }: PaymentMethod): Profile | undefined {
  return savedProfiles.find(({ returns_cents }) => returns_cents > 0) ?? savedProfiles[0]
}

/** The most (subunits) that may go by one way while others have to take something back; null when nothing holds it. */
export function returnCap(ways: readonly ReturnWay[], method: PaymentMethod, profileId: string): number | null {
  const isHere = (way: ReturnWay) => way.method.id === method.id && (way.profile === null || way.profile.id === profileId)
  if (ways.every(isHere)) return null
  return ways.find(isHere)?.cents ?? 0
}
