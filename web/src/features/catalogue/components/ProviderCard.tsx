import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Provider } from '@/api/types'
import { t } from '@/i18n/messages'
import { GamePicture } from '@/ui/GamePicture'
import { StaticLink } from '@/ui/StaticLink'
import { gamesRowQuery } from '../api/games'
import { lettersOf, lightOf } from '../model/providers'

const PICTURES = 3

interface ProviderCardProps {
  provider: Provider
}

const pathOf = ({ id }: Provider) => `/producers/${id}`

/** A studio with a fan of its games. */
export function ProviderCard({ provider }: ProviderCardProps) {
  const games = useQuery(gamesRowQuery({ providers: [provider.id] }, PICTURES)).data?.data ?? []
  return (
    <StaticLink
      to={pathOf(provider)}
      className="pressable group flex h-40 items-center gap-4 overflow-hidden rounded-l border border-line bg-surface pl-6 hover:border-line-strong hover:bg-raised"
    >
      <span className="min-w-0 flex-1">
        <span className="block truncate font-display text-xl font-semibold">{provider.title}</span>
        <span className="mt-1 block text-sm text-muted">{t('list.count', { count: provider.games_count })}</span>
      </span>
      <span className="relative h-full w-44 shrink-0" aria-hidden="true">
        {games.map((game, index) => (
          <span
            key={game.identifier}
            className="absolute top-6 h-32 w-24 overflow-hidden rounded-s shadow-soft ring-1 ring-line transition-transform duration-(--motion) group-hover:-translate-y-1"
            style={{ left: index * 38, rotate: `${(index - 1) * 6}deg`, zIndex: index }}
          >
            <GamePicture game={game} alt="" sizes="96px" />
          </span>
        ))}
      </span>
    </StaticLink>
  )
}

/** A studio where there are many: its mark, its name and how much it has, in few elements and without a call. */
export function ProviderChip({ provider }: ProviderCardProps) {
  return (
    <StaticLink
      to={pathOf(provider)}
      className="pressable flex h-20 items-center gap-4 rounded-m border border-line bg-surface px-4 hover:border-line-strong hover:bg-raised"
    >
      <ProviderMark provider={provider} />
      <span className="min-w-0">
        <span className="block truncate font-semibold">{provider.title}</span>
        <span className="tabular block truncate text-sm text-muted">{t('list.count', { count: provider.games_count })}</span>
      </span>
    </StaticLink>
  )
}

/** The logo of a studio; letters of its name stand in for one that it does not have or that does not come. */
function ProviderMark({ provider }: ProviderCardProps) {
  const [isBroken, setBroken] = useState(false)
  if (provider.logo && !isBroken) {
    return (
      <img
        src={provider.logo}
        alt=""
        loading="lazy"
        width={48}
        height={48}
        onError={() => setBroken(true)}
        className="size-12 shrink-0 rounded-m object-contain"
      />
    )
  }
  return (
    <span
      aria-hidden="true"
      className="grid size-12 shrink-0 place-items-center rounded-m font-display text-lg font-bold text-[#fff] [text-shadow:0_1px_3px_rgb(0_0_0/0.5)]"
      style={{ background: lightOf(provider.id) }}
    >
      {lettersOf(provider.title)}
    </span>
  )
}
