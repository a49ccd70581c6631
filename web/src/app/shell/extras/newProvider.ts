import { GROUP } from '@/domain/player/groups'

/** Groups whose members are shown a new studio, with the mark of having seen it; the first comes first. */
const INVITED = [
  { group: GROUP.firstProvider, mark: GROUP.firstProviderShown },
  { group: GROUP.secondProvider, mark: GROUP.secondProviderShown },
]

/** Which invitation a player with these groups has not seen yet; undefined for none. */
export function openInvitation(groups: readonly number[]): (typeof INVITED)[number] | undefined {
  return INVITED.find(({ group, mark }) => groups.includes(group) && !groups.includes(mark))
}
