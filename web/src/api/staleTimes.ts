const MINUTE_MS = 60_000

/** How long an answer counts as fresh, by how often its subject changes. */
export const STALE_MS = {
  /** Kept right by realtime frames; a reload is only a safety net. */
  live: MINUTE_MS,
  /** Lists of games, methods and wins. */
  catalogue: 5 * MINUTE_MS,
  /** Countries, currencies, locales, project. */
  reference: 60 * MINUTE_MS,
} as const
