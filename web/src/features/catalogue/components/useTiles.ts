import { useQuery } from '@tanstack/react-query'
import { use, useMemo } from 'react'
import { providersQuery } from '@/api/info/catalogue'
import { gameJackpotsQuery } from '@/api/info/jackpots'
import { useActiveAccount } from '@/api/session/accounts'
import type { Game } from '@/api/types'
import { CurrenciesContext } from '@/ui/Money'
import { useFavourites } from '../api/favourites'
import { isLocked } from '../model/tile'

/** What a tile shows beside its game: plain values, so that a tile is drawn anew only when its own change. */
export interface TileState {
  provider: string
  locked: boolean
  isFavourite: boolean
  isPending: boolean
  /** What a bet in the game can win of a jackpot, in subunits, with its currency. */
  jackpotCents: number | undefined
  jackpotCurrency: string | undefined
  onFavourite: (game: Game) => void
}

/** Watches for a whole list what each of its tiles shows; answers that of one game. */
export function useTiles(): (game: Game) => TileState {
  const currency = useActiveAccount()?.currency
  const currencies = use(CurrenciesContext)
  const providers = useQuery(providersQuery).data
  const titles = useMemo(() => new Map(providers?.map(({ id, title }) => [id, title])), [providers])
  const favourites = useFavourites()
  const jackpots = useQuery(gameJackpotsQuery).data
  return (game) => ({
    ...jackpotOf(jackpots, game),
    provider: titles.get(game.provider) ?? game.provider,
    locked: currency !== undefined && isLocked(game, currency, currencies),
    isFavourite: favourites.isFavourite(game),
    isPending: favourites.isPending(game),
    onFavourite: favourites.toggle,
  })
}

/** The jackpot of a game; of several, that of the first currency. */
function jackpotOf(jackpots: Record<string, Record<string, number>> | undefined, { identifier }: Game): Pick<TileState, 'jackpotCents' | 'jackpotCurrency'> {
  const found = Object.entries(jackpots ?? {}).find(([, games]) => games[identifier] !== undefined)
  return { jackpotCents: found?.[1][identifier], jackpotCurrency: found?.[0] }
}
