/** Groups that change what the site shows. The names of all stand in `content/statuses.toml`. */
export const GROUP = {
  tester: 21,
  multiAccount: 100,
  notificationTester: 916,
  firstProvider: 851,
  firstProviderShown: 859,
  secondProvider: 1030,
  secondProviderShown: 1056,
  lithuanianIban: 1101,
} as const

/** VIP levels by group, the highest first: of several the highest counts. */
const VIP_GROUPS = [
  [759, 'diamond'],
  [255, 'platinum'],
  [259, 'gold'],
  [258, 'silver'],
  [257, 'bronze'],
  [793, 'bronze'],
] as const

export type VipLevel = (typeof VIP_GROUPS)[number][1]

/** A player's statuses, as `GET /api/player` tells them: groups are `group_{number}`. */
type Statuses = readonly { id: string }[]

/** The numbers of the groups that a player is in; a guest is in none. */
export function groupsOf(player: { statuses: Statuses } | null | undefined): number[] {
  return (player?.statuses ?? []).flatMap(({ id }) => {
    const number = /^group_(\d+)$/.exec(id)?.[1]
    return number ? [Number(number)] : []
  })
}

/** Whether a player tests the server, and so sees what is not open to everybody yet. */
export function isTester(player: { statuses: Statuses } | null | undefined): boolean {
  return groupsOf(player).includes(GROUP.tester)
}

/** The VIP level of a player with these groups; undefined for a regular one. */
export function vipLevelOf(groups: readonly number[]): VipLevel | undefined {
  return VIP_GROUPS.find(([group]) => groups.includes(group))?.[1]
}
