import { groupsOf, isTester } from '@/domain/player/groups'

/** What the edge of the page can lead to, the most important first. */
export const BOOKMARKS = ['shop', 'wheel', 'adventures', 'quests'] as const

export type Bookmark = (typeof BOOKMARKS)[number]

/** At most so many show at once. */
const SHOWN_MAX = 2

/** The bookmarks that show, of those that the visitor may have. */
export function shownBookmarks(eligible: Readonly<Record<Bookmark, boolean>>): Bookmark[] {
  return BOOKMARKS.filter((bookmark) => eligible[bookmark]).slice(0, SHOWN_MAX)
}

type Visitor = Parameters<typeof groupsOf>[0]

/** Whether a visitor is led to the adventures: testers, and members of the groups that the operator names. */
export function isLedToAdventures(visitor: Visitor, groups: readonly number[] = []): boolean {
  return isTester(visitor) || groupsOf(visitor).some((group) => groups.includes(group))
}
