/**
 * The messages between the site and a game in its frame, version 1. The site and the built-in games share this file;
 * docs/API-DESIGN.md describes the messages for games of others. A type that a receiver does not know is ignored, so
 * new ones may be added within a version.
 */
export const BRIDGE_VERSION = 1

type Kind = 'text' | 'number' | 'text?'

/** What a game tells the site. */
const GAME_MESSAGES = {
  /** The player can play. */
  ready: {},
  /** The game cannot be played; it shows why itself. */
  failed: { code: 'text' },
  /** Reels or wheel turn: until `shown` nothing else may show what the round won. */
  turning: {},
  /** What the turn won is on the screen. */
  shown: {},
  round_opened: { round_id: 'text', stake_cents: 'number', currency: 'text' },
  round_closed: { round_id: 'text', stake_cents: 'number', win_cents: 'number', currency: 'text' },
  /** The server refused a call. After `reauth_required` the game waits for `reauthenticated` or `not_reauthenticated`. */
  refused: { code: 'text' },
  /** The player wants to leave, to pay in, to see their gifts, or to open the game anew. */
  close: {},
  deposit: {},
  gifts: {},
  reopen: {},
  /** The game shows wins of this jackpot itself: the page leaves them to it. Null gives them back to the page. */
  tells_jackpot: { jackpot: 'text?' },
  /** The game has shown the win, and the player has seen it. */
  jackpot_told: { id: 'text' },
} as const

/** What the site tells a game. */
const SITE_MESSAGES = {
  /** The wallet's money now. `seq` orders balances; `round_id` is the round that changed it. */
  balance: { currency: 'text', amount_cents: 'number', seq: 'number', round_id: 'text?' },
  /** The server has told the page another balance, which nothing orders among others: the game asks for its own. */
  balance_changed: {},
  /** No further turn may begin until `resume`. */
  pause: {},
  resume: {},
  /** The player has typed the password; the refused call is to be repeated under its key. */
  reauthenticated: {},
  not_reauthenticated: {},
  /** The player has won a level of the jackpot whose wins the game shows; `level` is gold, silver or bronze. */
  jackpot_won: { id: 'text', level: 'text', amount_cents: 'number', currency: 'text' },
} as const

type Schema = Readonly<Record<string, Readonly<Record<string, Kind>>>>
type Value<K> = K extends 'text' ? string : K extends 'number' ? number : string | null
type MessageOf<S extends Schema> = { [T in keyof S]: { type: T } & { -readonly [F in keyof S[T]]: Value<S[T][F]> } }[keyof S]

export type GameMessage = MessageOf<typeof GAME_MESSAGES>
export type SiteMessage = MessageOf<typeof SITE_MESSAGES>

type Incoming = Pick<MessageEvent<unknown>, 'origin' | 'data'>

const GAME_SOURCE = 'croupier-game'
const SITE_SOURCE = 'croupier-site'

/** The form in which a game posts a message. */
export const fromGame = (message: GameMessage) => ({ source: GAME_SOURCE, version: BRIDGE_VERSION, ...message })

/** The form in which the site posts a message. */
export const fromSite = (message: SiteMessage) => ({ source: SITE_SOURCE, version: BRIDGE_VERSION, ...message })

/** The message of a game that runs at `origin`, or null for anything else that arrives. */
export function readGameMessage(event: Incoming, origin: string): GameMessage | null {
  return read<GameMessage>(event, origin, GAME_SOURCE, GAME_MESSAGES)
}

/** The message of a site at `origin`, or null for anything else that arrives. */
export function readSiteMessage(event: Incoming, origin: string): SiteMessage | null {
  return read<SiteMessage>(event, origin, SITE_SOURCE, SITE_MESSAGES)
}

function read<Message>({ origin, data }: Incoming, from: string, source: string, schema: Schema): Message | null {
  if (origin !== from || typeof data !== 'object' || data === null) return null
  const { source: says, version, type, ...rest } = data as Record<string, unknown>
  if (says !== source || version !== BRIDGE_VERSION || typeof type !== 'string' || !Object.hasOwn(schema, type)) return null
  const message: Record<string, unknown> = { type }
  for (const [field, kind] of Object.entries(schema[type] ?? {})) {
    const value = rest[field]
    if (!fits(value, kind)) return null
    message[field] = value ?? null
  }
  return message as Message
}

function fits(value: unknown, kind: Kind): boolean {
  if (kind === 'number') return Number.isFinite(value)
  return typeof value === 'string' || (kind === 'text?' && (value === null || value === undefined))
}
