/** The group of those who test the house. */
const TESTERS = 'group_21'

/** Whether a player tests the house, and so sees what is not open to everybody yet. */
export function isTester(player: { statuses: { id: string }[] } | null | undefined): boolean {
  return player?.statuses.some(({ id }) => id === TESTERS) ?? false
}
