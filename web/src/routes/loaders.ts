import { notFound, redirect } from '@tanstack/react-router'
import { ApiError } from '@/api/errors'
import { jackpotQuery } from '@/api/info/jackpots'
import { collectionsQuery, providersQuery } from '@/api/info/catalogue'
import { textPageQuery, textPagesQuery } from '@/api/info/textPages'
import { gameQuery, gamesListQuery, gamesRowQuery, type GamesFilter } from '@/features/catalogue/api/games'
import { currentLocale } from '@/i18n/messages'
import { importWithRetry } from '@/platform/importWithRetry'
import { gameHref } from '@/domain/game'
import { listed, loaded } from './loading'
import type { RouterContext } from './root'

/** As many games as one look at the catalogue brings: a short address names a title, near the top of its search. */
const CANDIDATES = 100

/** The loaders of pages that few visits begin with. */
export const lateLoaders = () => importWithRetry(() => import('./lateLoaders'))

/** Every category has a page, and so has the list of all games. */
export async function loadCategory({ queryClient }: RouterContext, slug: string): Promise<void> {
  const collections = await listed(queryClient.ensureQueryData(collectionsQuery))
  if (slug !== 'all' && collections && !collections.some((collection) => collection.id === slug)) throw notFound()
}

/** Brings the list of studios; the page says itself when it did not come. */
export async function loadProducers({ queryClient }: RouterContext): Promise<void> {
  await queryClient.prefetchQuery(providersQuery)
}

/** A page beyond the end of its list is none. Only the first is there even when it is empty. */
export async function loadFurther({ queryClient }: RouterContext, filter: GamesFilter, page: number): Promise<void> {
  const list = await listed(queryClient.ensureInfiniteQueryData(gamesListQuery(filter, page)))
  if (list?.pages[0]?.data.length === 0) throw notFound()
}

/** Every studio has a page. */
export async function loadProducer({ queryClient }: RouterContext, slug: string): Promise<void> {
  const providers = await listed(queryClient.ensureQueryData(providersQuery))
  if (providers && !providers.some((provider) => provider.id === slug)) throw notFound()
}

/** Every game has a page, under its studio and its name. */
export function loadGame({ queryClient }: RouterContext, producer: string, name: string): Promise<void> {
  return loaded(queryClient.ensureQueryData(gameQuery(producer, name)))
}

/** Every text of the operator has a page, under its own path. */
export function loadText({ queryClient }: RouterContext, path: string): Promise<void> {
  return loaded(queryClient.ensureQueryData(textPageQuery(path, currentLocale())))
}

/** What an address of one part is: a text of the operator before a jackpot, and nothing else. */
export async function loadNamed({ queryClient }: RouterContext, path: string): Promise<'text' | 'jackpot'> {
  const locale = currentLocale()
  const text = await queryClient.ensureQueryData(textPageQuery(path, locale)).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  })
  if (text) return 'text'
  await loaded(queryClient.ensureQueryData(jackpotQuery(path.slice(1), locale)))
  return 'jackpot'
}

/** Learns whether the operator has written a page of its own that stands for one of the site's. */
export async function loadOwnTexts({ queryClient }: RouterContext): Promise<void> {
  await queryClient.ensureQueryData(textPagesQuery(currentLocale())).catch(() => null)
}

/** Finds the game of a short address and leads on to its page. */
export async function loadShortGame({ queryClient }: RouterContext, slug: string): Promise<void> {
  const found = await queryClient.fetchQuery(gamesRowQuery({ title: slug.replaceAll('-', ' ') }, CANDIDATES))
  const game = found.data.find((candidate) => candidate.slug === slug || candidate.seo_title === slug)
  if (!game) throw notFound()
  throw redirect({ to: gameHref(game) as '/', replace: true })
}
