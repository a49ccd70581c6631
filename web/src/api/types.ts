/**
 * The shapes of the HTTP API that the site reads, by the names that it uses. They come from the server's own
 * description (`npm run gen`); money is an integer of subunits (`*_cents`), times are RFC 3339 UTC.
 */
import type { components } from './schema'

type Schemas = components['schemas']

/** The server writes every field: what the description calls optional is null when there is nothing. */
type Written<Shape> = { [Field in keyof Shape]-?: Exclude<Shape[Field], undefined> }

export type Player = Written<Schemas['PlayerView']>
export type PlayerStatus = Written<Schemas['StatusView']>
/** How notices on devices stand for the player. */
export type PushState = Written<Schemas['PushView']>
/** A wallet. */
export type Account = Written<Schemas['AccountView']>
export type Settings = Written<Omit<Schemas['Settings'], 'realtime'>> & {
  realtime: Written<Schemas['RealtimeSettings']>
}
export type ClientContext = Written<Schemas['ClientContext']>
export type Currency = Written<Schemas['CurrencyView']>
export type Country = Written<Schemas['CountryView']>
export type Locale = Written<Schemas['LocaleView']>
export type Licence = Written<Schemas['Licence']>
/** Where the logo of a host lies. */
export type LogoConfig = Written<Schemas['LogoConfig']>
/** A way of the menu of games: `title` is the key of its text, `icon` the name of its drawing. */
export type MenuItem = Written<Schemas['MenuItem']>
export type Project = Written<Schemas['ProjectView']>

export type Volatility = Schemas['Volatility']
export type GameBadge = Written<Schemas['Badge']>
export type Game = Written<Schemas['Game']>
export type Pagination = Written<Schemas['Pagination']>

export interface Page<Item> {
  data: Item[]
  pagination: Pagination
}

/** A page of text; its content is clean HTML, and null in lists. */
export type TextPage = Written<Schemas['PageView']>

export type Provider = Written<Schemas['ProviderView']>
export type Collection = Written<Schemas['CollectionView']>
export type RecentWin = Written<Schemas['PublicWin']>

export type LaunchMode = Schemas['Mode']
export type Launch = Written<Schemas['LaunchAnswer']>

export type PaymentState = Schemas['PaymentState']
export type Payment = Written<Schemas['Payment']>
/** Bounds of an amount; without a step every amount within them does. */
export type AmountRange = Omit<Written<Schemas['AmountRange']>, 'step_cents'> &
  Partial<Pick<Schemas['AmountRange'], 'step_cents'>>
export type PaymentMethod = Written<Omit<Schemas['PaymentMethod'], 'deposit' | 'withdrawal'>> & {
  deposit: AmountRange
  withdrawal: AmountRange
}

/** What the `balance` channel carries. */
export interface BalanceFrame {
  currency: string
  amount_cents: number
  bonus_amount_cents: number
  available_to_cashout_cents: number
  seq: number
}

/** A small text that widgets place: clean HTML. */
export type Snippet = Written<Schemas['SnippetView']>
/** A file to take along. */
export type Download = Written<Schemas['FileView']>
/** Something that a player has to take note of: clean HTML. */
export type Notice = Written<Schemas['NoticeView']>
/** Whom an important player turns to. */
export type Manager = Written<Schemas['Manager']>
