/** The shapes of the back office's calls, by the names that its pages use. Money is an integer of subunits, times are RFC 3339 UTC. */
import type { Written } from '@/api/described'
import type { components } from './schema'

type Schemas = components['schemas']

export type Permission = Schemas['Permission']
export type Role = Schemas['Role']
/** Who is signed in. */
export type Me = Written<Schemas['Me']>
export type Invitation = Written<Schemas['InvitationView']>
/** A member of staff. */
export type Member = Written<Schemas['MemberView']>

/** A player in any list, personal data masked. */
export type PlayerBrief = Written<Schemas['PlayerBrief']>
export type PlayerRow = Written<Schemas['PlayerRow']>
export type PlayerPage = Written<Schemas['PlayerPage']>
export type PersonalData = Written<Schemas['PersonalData']>
export type StopName = Schemas['StopName']
export type Stop = Written<Schemas['StopView']>
/** What a player has paid, staked and won in one currency. */
export type Sums = Written<Schemas['SumsView']>
export type Payment = Written<Schemas['OfficePayment']>

export type PlayedRound = Written<Schemas['PlayedRound']>
/** What a player needs to work a round out again. */
export type Proof = Written<Schemas['Proof']>
export type PlayerMail = Written<Schemas['PlayerMail']>
export type PlayerNote = Written<Schemas['PlayerNote']>
export type PlayerSession = Written<Schemas['PlayerSession']>
export type PlayerGifts = Written<Schemas['PlayerGifts']>
/** An offer that staff gives. */
export type GiftOffer = Written<Schemas['GiftOffer']>
/** Another player with something in common. */
export type PlayerLink = Written<Schemas['LinkView']>

export type PayoutRow = Written<Schemas['PayoutRow']>
/** A cashout with what there is to know before deciding. */
export type Payout = Written<Schemas['PayoutView']>

/** A correction of a player's cash that a member has asked for. */
export type Adjustment = Written<Schemas['AdjustmentView']>
export type AdjustmentDirection = Schemas['Direction']

export type DocumentRow = Written<Schemas['OfficeDocument']>
export type DocumentStanding = Schemas['DocumentStanding']
export type RejectReason = Schemas['RejectReason']

/** A conversation without its messages. */
export type ChatRow = Written<Schemas['ChatRow']>
/** A conversation with its newest messages. */
export type Chat = Written<Schemas['ChatPage']>
export type ChatState = Schemas['ChatState']

/** Something that a member of staff has done, or looked at. */
export type StaffAction = Written<Schemas['StaffAction']>
