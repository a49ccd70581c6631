/**
 * The shapes of the HTTP API that the site reads, by the names that it uses. They come from the server's own
 * description (`npm run gen`); money is an integer of subunits (`*_cents`), times are RFC 3339 UTC.
 */
import type { Written } from './described'
import type { components } from './schema'

type Schemas = components['schemas']

export type Player = Written<Schemas['PlayerView']>
/** What is answered instead of a player when nobody is signed in: an empty object. */
export type Guest = Schemas['GuestView']
export type PlayerStatus = Written<Schemas['StatusView']>
/** How the player's second factor stands. */
export type TwoFactorState = Written<Schemas['TwoFactorView']>
/** What an authenticator app is set up with. */
export type TwoFactorEnrolment = Written<Schemas['EnrolmentView']>
/** A passkey of the player. */
export type PasskeyEntry = Written<Schemas['PasskeyEntry']>
/** An open session of the player. */
export type ProviderLink = Written<Schemas['ProviderLinkView']>

export type OpenSession = Written<Schemas['SessionEntry']>
/** How far the player is verified. */
export type VerificationState = Written<Schemas['VerificationView']>
/** The check of the server's identity partner. */
export type IdentityCheck = Written<Schemas['IdentityCheckView']>
/** The way to the partner's page. */
export type IdentityCheckStart = Written<Schemas['IdentityCheckStart']>
/** What is asked and known of one kind of documents. */
export type DocumentKindState = Written<Schemas['DocumentKindView']>
export type DocumentKind = DocumentKindState['kind']
/** A document that the player has uploaded. */
export type UploadedDocument = Written<Schemas['DocumentView']>
/** What the player is asked about the source of the wealth. */
export type WealthQuestionnaire = Written<Schemas['WealthView']>
export type WealthAnswer = Schemas['WealthAnswerBody']
/** How notices on devices stand for the player. */
export type PushState = Written<Schemas['PushView']>
/** What a player has of comp points. */
export type CompPoints = Written<Schemas['CompPoints']>
/** A box that is opened for a prize; a spin of the wheel is one too. */
export type Lootbox = Written<Schemas['Lootbox']>
/** Something that a box can hold. */
export type LootboxItem = Written<Schemas['LootboxItem']>
/** What a prize gives and asks. */
export type PrizeBonus = Written<Schemas['PrizeBonus']>
/** A level, what it brings, and whether the player has it. */
export type LevelGift = Written<Schemas['LevelGiftView']>
/** The wheel of everybody who has none of their own. */
export type WheelConfig = Written<Schemas['WheelConfig']>
export type WheelSegment = Written<Schemas['WheelSegment']>
/** A card of the points shop. */
export type ShopOffer = Written<Schemas['Offer']>
export type PurchaseRequest = Schemas['PurchaseRequest']
/** Points that were exchanged. */
export type Purchase = Written<Schemas['PurchaseView']>
/** A player's way to the next VIP status. */
export type VipProgress = Written<Schemas['VipProgress']>
/** A group or a level. */
export type GroupStatus = Written<Schemas['Status']>
/** What a way to pay costs in one direction, and how long it takes. */
export type PaymentTerms = Written<Schemas['PaymentTerms']>
/** A payment with how it went, and with whom. */
export type PaymentReceipt = Written<Schemas['PaymentReceipt']>
/** A wallet. */
export type Account = Written<Schemas['AccountView']>
export type Settings = Written<Schemas['Settings']>
export type ClientContext = Written<Schemas['ClientContext']>
export type Currency = Written<Schemas['CurrencyView']>
export type Country = Written<Schemas['CountryView']>
/** What coins are worth, by coin and then by currency, as decimal text. */
export type ExchangeRates = Schemas['ExchangeRates']
export type Locale = Written<Schemas['LocaleView']>
export type Licence = Written<Schemas['Licence']>
/** Where a visitor of the sports site goes, with a one-time token for a player. */
export type SportVisit = Written<Schemas['SportVisit']>
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
export type AmountRange = Omit<Written<Schemas['AmountRange']>, 'step_cents'> & Partial<Pick<Schemas['AmountRange'], 'step_cents'>>
/** A lasting address of the player for a coin. */
export type CoinAddress = Written<Schemas['CoinAddress']>
/** Coins that came to a lasting address. */
export type CoinArrival = Written<Schemas['CoinArrival']>
export type PaymentMethod = Written<Schemas['PaymentMethod']>

/** A limit that the player has set. */
export type UserLimit = Written<Schemas['UserLimit']>
/** A looser limit that its player has confirmed. */
export type ConfirmedLimit = Written<Schemas['ConfirmedLimit']>
/** What the player has staked and won. */
export type PlaySummary = Written<Schemas['PlaySummary']>

/** What the `balance` channel carries. */
export interface BalanceFrame {
  currency: string
  amount_cents: number
  bonus_amount_cents: number
  available_to_cashout_cents: number
  /** Place in the player's log: a greater one is newer. */
  seq: number
  /** The round that changed it, if one did. */
  round_id: string | null
}

/** A small text that widgets place: clean HTML. */
export type Snippet = Written<Schemas['SnippetView']>
/** A file to take along. */
export type Download = Written<Schemas['FileView']>
/** What staff tell the player, in the list behind the bell. */
export type PlayerNotification = Written<Schemas['NotificationView']>
/** Something that a player has to take note of: clean HTML. */
export type Notice = Written<Schemas['NoticeView']>
/** Whom an important player turns to. */
export type Manager = Written<Schemas['Manager']>
/** How currencies are shown: whose entry of a table of amounts is shown to players of a currency, for one. */
export type CurrencyConfig = Written<Schemas['CurrencyConfig']>
/** What a player's money did in one currency, ever. */
export type CurrencyStats = Written<Schemas['StatView']>
/** A bonus of the player. */
export type Bonus = Written<Schemas['Bonus']>
/** Free spins of the player. */
export type FreespinGift = Written<Schemas['Freespins']>
/** A bonus that a deposit can bring. */
export type DepositOffer = Written<Schemas['DepositOffer']>
/** A gift that comes with a confirmed account. */
export type RegistrationOffer = Written<Schemas['RegistrationOffer']>
/** A bonus that has a page of its own. */
export type PublicOffer = Written<Schemas['PublicOffer']>
/** A jackpot of the server with its levels. */
export type Jackpot = Written<Schemas['Jackpot']>
export type JackpotLevel = Written<Schemas['JackpotLevel']>
/** A jackpot with its games and the cycles that were won last. */
export type JackpotDetails = Written<Schemas['JackpotDetails']>
/** A cycle that was won, with what it had drawn. */
export type JackpotReveal = Written<Schemas['JackpotReveal']>
/** A win of a jackpot, as everybody sees it. */
export type JackpotWin = Written<Schemas['JackpotWin']>
/** A race for points with a board and prizes. */
export type Tournament = Written<Schemas['TournamentView']>
/** The calendar of deposits that runs. */
export type AdventureCalendar = Written<Schemas['AdventureCalendar']>
/** A day of the calendar. */
export type AdventureDay = Written<Schemas['AdventureDay']>
/** Tickets, prizes and the draw of a lottery. */
export type Lottery = Written<Schemas['Lottery']>
/** What the player has of a lottery. */
export type PlayerLottery = Written<Schemas['PlayerLottery']>
/** How the player does in a tournament. */
export type TournamentStatus = Written<Schemas['TournamentPlayerView']>
/** A tournament that the player has joined. */
export type OwnTournament = Written<Schemas['OwnTournamentView']>

/** The chat with support, as its visitor sees it. */
export type Chat = Written<Schemas['ChatView']>
/** A message of the chat. */
export type ChatMessage = Written<Schemas['MessageView']>
