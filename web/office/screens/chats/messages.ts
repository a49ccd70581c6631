/** Messages of a conversation in order, each once: earlier ones before those of the newest part. */
export function withEarlier<Message extends { seq: number }>(earlier: readonly Message[], newest: readonly Message[]): Message[] {
  const first = newest[0]?.seq ?? Infinity
  return [...earlier.filter(({ seq }) => seq < first), ...newest]
}
