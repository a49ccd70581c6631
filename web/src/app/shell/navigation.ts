import { useFilledCollections } from '@/api/info/catalogue'
import { usePlayer } from '@/api/session/player'
import type { MessageKey } from '@/i18n/messages'
import type { IconName } from '@/ui/Icon'

export interface NavItem {
  id: string
  label: MessageKey
  icon: IconName
  to: string
  /** Only the very address lights the item, not what lies below it. */
  exact?: boolean
}

const LOBBY: NavItem = { id: 'lobby', label: 'nav.lobby', icon: 'home', to: '/', exact: true }
const POKIES: NavItem = { id: 'pokies', label: 'nav.pokies', icon: 'pokies', to: '/pokies/all' }
const LIVE: NavItem = { id: 'live', label: 'nav.live', icon: 'live', to: '/live/all' }
const PROVIDERS: NavItem = { id: 'providers', label: 'nav.providers', icon: 'layers', to: '/producers' }
const FAVOURITES: NavItem = { id: 'favourites', label: 'nav.favorites', icon: 'heart', to: '/favorite-games' }

/** Categories that have a place of their own in the navigation when they hold games. */
const BY_CATEGORY: Record<string, NavItem> = {
  top: { id: 'top', label: 'nav.top', icon: 'flame', to: '/pokies/top' },
  new: { id: 'new', label: 'nav.new', icon: 'sparkle', to: '/pokies/new' },
  table: { id: 'table', label: 'nav.table', icon: 'table', to: '/live/table' },
  live: LIVE,
}

/** The main navigation. Places without games are left out; favourites need a player. */
export function useNavItems(): NavItem[] {
  const player = usePlayer()
  const categories = useFilledCollections()
  const items = Object.entries(BY_CATEGORY)
    .filter(([category]) => categories.some((collection) => collection.id === category))
    .map(([, item]) => item)
  return [LOBBY, POKIES, ...items, PROVIDERS, ...(player ? [FAVOURITES] : [])]
}
