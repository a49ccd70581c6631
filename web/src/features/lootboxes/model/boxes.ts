import type { Lootbox, LootboxItem, WheelConfig, WheelSegment } from '@/api/types'

/** Where a box is opened: with the wheel, on the page of chances, or on that of boxes. */
export type BoxPlace = 'wheel' | 'chance' | 'shelf'

/** Where boxes of a group are opened. */
export function placeOf(groupKey: string): BoxPlace {
  if (/^(manual_)?wheel/.test(groupKey)) return 'wheel'
  return groupKey.startsWith('chance') ? 'chance' : 'shelf'
}

const isAhead = (time: string, now: number) => Date.parse(time) > now

/** The boxes of a place that can be opened, the one that is over first in front. */
export function openable(boxes: readonly Lootbox[] | undefined, place: BoxPlace, now: number): Lootbox[] {
  const open = (boxes ?? []).filter((box) => placeOf(box.group_key) === place && box.stage === 'issued' && isAhead(box.valid_until, now))
  return open.sort((one, other) => Date.parse(one.valid_until) - Date.parse(other.valid_until))
}

/** The opened boxes of a place, the newest first. */
export function opened(boxes: readonly Lootbox[] | undefined, place: BoxPlace): Lootbox[] {
  return (boxes ?? []).filter((box) => placeOf(box.group_key) === place && box.stage === 'activated')
}

/** Whether a box counts: while it can be opened, and an opened one on the day of its creation where the player is. */
export function isCounted({ stage, created_at, valid_until }: Pick<Lootbox, 'stage' | 'created_at' | 'valid_until'>, now: number): boolean {
  if (stage === 'issued') return isAhead(valid_until, now)
  return stage === 'activated' && new Date(created_at).toDateString() === new Date(now).toDateString()
}

/** The wheel of a player: that of the first of the groups that has one, else everybody's. */
export function segmentsFor(config: WheelConfig, ofGroups: Readonly<Record<string, WheelSegment[]>>, groups: readonly number[]): WheelSegment[] {
  const own = groups.find((group) => Object.hasOwn(ofGroups, String(group)))
  return (own === undefined ? undefined : ofGroups[String(own)]) ?? config.segments
}

/** Colours of segments that no wheel names. */
const COLOURS = ['#0d4f5c', '#3b2a86', '#0f5f4a', '#6b2a63', '#12406e']

/** The segments that a box is spun with: the wheel, if every prize stands on it, else one for each prize. */
export function segmentsOfBox(segments: WheelSegment[], items: readonly LootboxItem[]): WheelSegment[] {
  if (items.every(({ id }) => segments.some(({ prize }) => prize === id))) return segments
  return items.map(({ id, title }, place) => ({ prize: id, label: title, colour: COLOURS[place % COLOURS.length]! }))
}
