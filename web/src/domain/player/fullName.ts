/** What is known of somebody's name. */
interface Named {
  first_name?: string | null
  last_name?: string | null
  nickname?: string | null
}

/** What a player is addressed by: first and last name as far as they are known, else the nickname; empty for a guest. */
export function fullName(player: Named | null | undefined): string {
  return [player?.first_name, player?.last_name].filter(Boolean).join(' ') || (player?.nickname ?? '')
}
