import { notFound, redirect } from '@tanstack/react-router'
import { publicOffersQuery } from '@/api/session/bonuses'
import { playerQuery } from '@/api/session/player'
import { parSheetQuery } from '@/features/fairness/api/parSheet'
import { lotteryQuery } from '@/features/lotteries/api/lotteries'
import { fetchQuests, tournamentQuery } from '@/features/tournaments/api/tournaments'
import { currentLocale } from '@/i18n/messages'
import { listed, loaded } from './loading'
import type { RouterContext } from './root'

// Loaders of pages that few visits begin with: they come with the first of them.

/** Every tournament has a page; one of a group that the visitor is not in has none. */
export async function loadTournament({ queryClient }: RouterContext, slug: string): Promise<void> {
  const player = await queryClient.ensureQueryData(playerQuery).catch(() => null)
  const query = tournamentQuery(slug, currentLocale(), player?.id ?? null)
  await loaded(queryClient.ensureQueryData(query))
  const { kind } = await queryClient.ensureQueryData(query)
  if (kind === 'quest') throw redirect({ to: '/action/$slug', params: { slug }, replace: true })
  if (kind === 'achievement') throw redirect({ to: '/tournaments/achievements', replace: true })
}

/** Every built-in game has a PAR sheet. */
export function loadParSheet({ queryClient }: RouterContext, slug: string): Promise<void> {
  return loaded(queryClient.ensureQueryData(parSheetQuery(slug)))
}

/** Every bonus on offer has a page. */
export async function loadBonus({ queryClient }: RouterContext, slug: string): Promise<void> {
  const player = await queryClient.ensureQueryData(playerQuery).catch(() => null)
  const offers = await listed(queryClient.ensureQueryData(publicOffersQuery(currentLocale(), player?.id ?? null)))
  if (offers && !offers.some((offer) => offer.slug === slug)) throw notFound()
}

/** Every lottery has a page. */
export async function loadLottery({ queryClient }: RouterContext, slug: string): Promise<void> {
  await loaded(queryClient.ensureQueryData(lotteryQuery(slug, currentLocale())))
}

/** Leads to the quest that runs; without one, to the promotions. */
export async function loadRunningQuest({ queryClient }: RouterContext): Promise<never> {
  const player = await queryClient.ensureQueryData(playerQuery).catch(() => null)
  const quests = await fetchQuests(queryClient, currentLocale(), player?.id ?? null).catch(() => [])
  const running = quests.find(({ status }) => status === 'active')
  if (!running) throw redirect({ to: '/promotions', replace: true })
  throw redirect({ to: '/action/$slug', params: { slug: running.frontend_identifier }, replace: true })
}

/** A quest has a page under its address, and under the last part of it while it runs or is to come. */
export async function loadQuest({ queryClient }: RouterContext, slug: string): Promise<void> {
  const player = await queryClient.ensureQueryData(playerQuery).catch(() => null)
  const quests = await fetchQuests(queryClient, currentLocale(), player?.id ?? null).catch(() => [])
  const named = quests.find((quest) => quest.frontend_identifier === slug) ?? quests.find((quest) => quest.slug === slug)
  if (named && named.frontend_identifier !== slug) throw redirect({ to: '/action/$slug', params: { slug: named.frontend_identifier }, replace: true })
  const query = tournamentQuery(slug, currentLocale(), player?.id ?? null)
  await loaded(queryClient.ensureQueryData(query))
  if ((await queryClient.ensureQueryData(query)).kind !== 'quest') throw notFound()
}
