import { use } from 'react'
import { currentLocale } from '@/i18n/messages'
import { CurrenciesContext } from '@/ui/Money'

/** Games whose client shows a round again by itself; at a table the round is everybody's. */
const KINDS: readonly string[] = ['slots', 'roulette', 'keno']

interface ReplayOf {
  /** Where the game asks for the round: by the player's own number, or by the token of a link. */
  source: { replay: string } | { shared: string }
  kind: string
  currency: string
}

/** Where the game shows a round again; undefined where it cannot, or in a currency that the site does not know. */
export function useReplayAddress({ source, kind, currency }: ReplayOf): string | undefined {
  const known = use(CurrenciesContext).find(({ code }) => code === currency)
  if (!KINDS.includes(kind) || !known) return undefined
  const wish = new URLSearchParams({ ...source, subunits: String(known.subunits_to_unit), fiat: String(known.fiat) })
  return `/house-games/?client=${kind}&lang=${currentLocale()}#${wish}`
}

/** The game that shows a round again, within the page. */
export function ReplayFrame({ address, title }: { address: string; title: string }) {
  return <iframe src={address} title={title} allow="autoplay" className="block h-[70dvh] w-full rounded-m border-0" />
}
