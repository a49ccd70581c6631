import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Provider } from '@/api/types'
import { t } from '@/i18n/messages'
import { GamePicture } from '@/ui/GamePicture'
import { gamesRowQuery } from '../api/games'

const PICTURES = 3

/** A studio with a fan of its games. */
export function ProviderCard({ provider }: { provider: Provider }) {
  const games = useQuery(gamesRowQuery({ providers: [provider.id] }, PICTURES)).data?.data ?? []
  return (
    <Link
      to="/producers/$slug"
      params={{ slug: provider.id }}
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
            <GamePicture preview={game.preview} placeholder={game.placeholder} accent={game.accent} alt="" sizes="96px" />
          </span>
        ))}
      </span>
    </Link>
  )
}
