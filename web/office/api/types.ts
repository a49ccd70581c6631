/** The shapes of the back office's calls, by the names that its pages use. Money is an integer of subunits, times are RFC 3339 UTC. */
import type { Written } from '@/api/described'
import type { components } from './schema'

type Schemas = components['schemas']

export type Permission = Schemas['Permission']
/** A role: one that every installation has, or one that this one has made. */
export type StaffRole = Written<Schemas['StaffRole']>
/** A change of a role that waits for a second member, or was decided. */
export type RoleChange = Written<Schemas['RoleChangeView']>
export type RoleText = Written<Schemas['RoleTextView']>
/** A brand that staff chooses. */
export type BrandChoice = Schemas['BrandChoice']
/** Who is signed in. */
export type Me = Written<Schemas['Me']>
export type Invitation = Written<Schemas['InvitationView']>
/** A member of staff. */
export type Member = Written<Schemas['MemberView']>

/** What is planned within a period. */
export type Calendar = Written<Schemas['Calendar']>
export type CalendarEntry = Written<Schemas['CalendarEntry']>
export type CalendarKind = Schemas['CalendarKind']
export type CalendarState = Schemas['CalendarState']

/** A change of a colleague's role or brands that waits for a second member, or was decided. */
export type AccessChange = Written<Schemas['AccessChangeView']>

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
export type PlayerPrivacy = Written<Schemas['PlayerPrivacy']>
export type PlayerSession = Written<Schemas['PlayerSession']>
export type PlayerGifts = Written<Schemas['PlayerGifts']>
/** An offer that staff gives. */
export type GiftOffer = Written<Schemas['GiftOffer']>
/** What is corrected about who a player is. */
export type CorrectionBody = Schemas['CorrectionBody']
/** A stricter limit that staff sets on a player's behalf. */
export type LimitOnBehalfBody = Schemas['LimitOnBehalfBody']
/** A code that brings players an offer. */
export type Coupon = Written<Schemas['CouponView']>
export type CouponKind = Schemas['CouponKind']
/** What coupons are made of. */
export type CouponChoices = Written<Schemas['CouponChoices']>
export type CouponOffer = Written<Schemas['CouponOffer']>
/** A group of players that staff chooses. */
export type GroupChoice = Written<Schemas['GroupChoice']>
export type PlayerLootbox = Written<Schemas['PlayerLootbox']>
/** A box that staff issues. */
export type LootboxKind = Written<Schemas['LootboxKind']>
/** Another player with something in common. */
export type PlayerLink = Written<Schemas['LinkView']>
/** A wallet whose play makes sense against the terms of bonuses alone. */
export type BonusAbuse = Written<Schemas['BonusAbuseView']>
/** Two players who have signed up on one device. */
/** A player who shows markers of harm. */
export type Concern = Written<Schemas['ConcernView']>
export type SharedDevice = Written<Schemas['SharedDeviceView']>

export type ExclusionMatch = Written<Schemas['ExclusionMatchView']>

/** What a member of staff has sent to players. */
export type Campaign = Written<Schemas['CampaignView']>
export type CampaignBody = Schemas['CampaignBody']
/** What there is to choose from for a notification. */
export type CampaignChoices = Written<Schemas['CampaignChoices']>

/** A segment of players with its version in force. */
export type Segment = Written<Schemas['SegmentView']>
export type SegmentVersion = Written<Schemas['SegmentVersionView']>
/** What has to hold of the players of a segment. */
export type SegmentRule = Written<Schemas['SegmentRule']>
export type SegmentCondition = Written<Schemas['SegmentCondition']>
export type SegmentFact = SegmentCondition['fact']
/** What rules of segments may name. */
export type SegmentChoices = Written<Schemas['SegmentChoices']>
export type SegmentCounted = Written<Schemas['SegmentCounted']>

/** A gift that many players are given at once. */
export type MassGift = Written<Schemas['MassGiftView']>
export type MassGiftPage = Written<Schemas['MassGiftPage']>
export type MassGiftBody = Schemas['MassGiftBody']
/** What is given, and to whom. */
export type MassGiftTarget = Schemas['MassGiftTarget']
export type MassGiftPreview = Written<Schemas['MassGiftPreview']>

export type PayoutRow = Written<Schemas['PayoutRow']>
/** A cashout with what there is to know before deciding. */
export type PaymentFees = Written<Schemas['PaymentFees']>
export type PaymentFee = PaymentFees['fees'][number]
export type FeeBody = Schemas['FeeBody']
export type PaymentReceipt = Written<Schemas['PaymentReceipt']>
export type SplitPart = Schemas['SplitPartBody']
export type PayOutBody = Schemas['PayOutBody']
/** A wallet with the ways by which it can be paid out. */
export type WalletWays = Written<Schemas['WalletWays']>
export type PayoutWay = Written<Schemas['PayoutWayView']>
export type Payout = Written<Schemas['PayoutView']>

/** A correction of a player's cash that a member has asked for. */
export type PaymentDesk = Written<Schemas['PaymentDesk']>
export type DeskPartner = PaymentDesk['partners'][number]
export type DeskMethod = PaymentDesk['methods'][number]
export type UntakenWebhook = PaymentDesk['untaken'][number]
/** Coins that came to a lasting address. */
export type Coin = Written<Schemas['CoinRow']>
/** A line of a partner's list that could not be taken. */
export type UnreadCoin = Written<Schemas['UnreadCoinRow']>
export type SettlementDay = Written<Schemas['SettlementDay']>
export type SettlementDifference = Written<Schemas['DifferenceView']>

export type Adjustment = Written<Schemas['AdjustmentView']>
export type AdjustmentDirection = Schemas['Direction']

export type DocumentRow = Written<Schemas['OfficeDocument']>
export type DocumentStanding = Schemas['DocumentStanding']
export type RejectReason = Schemas['RejectReason']

/** A check of the identity partner. */
export type IdentityCheck = Written<Schemas['IdentityCheckRow']>
export type ComparedValue = Written<Schemas['ComparedFieldView']>

/** What a player was asked about the source of wealth. */
export type RegisterAnswer = Written<Schemas['RegisterAnswerView']>
export type WealthQuestionnaire = Written<Schemas['WealthQuestionnaire']>
export type WealthAnswer = Written<Schemas['WealthAnswerView']>

/** A conversation without its messages. */
export type ChatRow = Written<Schemas['ChatRow']>
/** A conversation with its newest messages. */
export type Chat = Written<Schemas['ChatPage']>
export type ChatState = Schemas['ChatState']

/** A document of the content in the list of all. */
export type ContentRow = Written<Schemas['ContentRow']>
/** A document of the content: what is in force, and what is being written. */
export type ContentDocument = Written<Schemas['ContentView']>
export type ContentVersion = Written<Schemas['ContentVersion']>
/** A draft, and the revision of it that was seen. */
export type DraftChoice = Schemas['DraftChoice']
export type ContentFault = Written<Schemas['FaultView']>
/** A text that a language lacks. */
export type MissingText = Written<Schemas['MissingText']>

/** Something that a member of staff has done, or looked at. */
export type StaffAction = Written<Schemas['StaffAction']>

/** By what the lines of a report are told apart. */
export type ReportGroup = 'day' | 'month' | 'brand' | 'licence' | 'country' | 'currency' | 'provider' | 'game'
export type Report = Written<Schemas['Report']>
export type ReportLine = Written<Schemas['ReportLine']>
export type Cohort = Written<Schemas['CohortView']>
/** How the operator does. */
export type Operations = Written<Schemas['Operations']>
/** Entries of browsers' logs that say the same. */
export type ClientLogGroup = Written<Schemas['ClientLogGroup']>
/** A view of a list under a name. */
export type SavedView = Written<Schemas['SavedViewView']>
export type RunningServer = Written<Schemas['ServerView']>
export type BrandState = Written<Schemas['BrandState']>
/** A switch of the site as it stands. */
export type FlagView = Written<Schemas['FlagView']>
export type FlagPage = Written<Schemas['FlagPage']>
export type FlagVersion = Written<Schemas['FlagVersionView']>
/** A run of an A/B test with what came of it. */
export type FlagTestRun = Written<Schemas['FlagTestRunView']>
export type FlagVariantResult = FlagTestRun['variants'][number]
/** Whom a switch is on for. */
export type FlagRule = Schemas['FlagRule']
/** A table whose rounds all players share, as it stands. */
export type OfficeTable = Written<Schemas['OfficeTable']>
export type TableRound = Written<Schemas['RoundSums']>
export type TableProof = Written<Schemas['TableProof']>
/** What players are told of why a table is closed. */
export type ClosedFor = Schemas['ClosedFor']
/** A game with what it has returned. */
export type GameReturn = Written<Schemas['GameReturn']>
export type GamePartner = Written<Schemas['GamePartnerView']>
export type CallFailure = Written<Schemas['CallFailureView']>

/** How a document of the catalogue stands. */
export type CatalogueDraft = Written<Schemas['CatalogueDraft']>
/** A title of the catalogue in the list of all. */
export type TitleRow = Written<Schemas['TitleRow']>
/** Every field of a title. */
export type TitleForm = Written<Schemas['TitleForm']>
export type TitleView = Written<Schemas['TitleView']>
/** A list of titles, every field of it. */
export type CollectionForm = Written<Schemas['CollectionForm']>
export type CollectionsView = Written<Schemas['CollectionsView']>
/** What lists would come to. */
export type Arrangement = Written<Schemas['Arrangement']>

/** An offer in the list of all. */
export type OfferRow = Written<Schemas['OfferRow']>
/** An offer: what is in force, and what is being written. */
export type OfferView = Written<Schemas['OfferView']>
/** Every field of an offer. */
export type OfferForm = Written<Schemas['OfferForm']>
export type OfferAmounts = OfferForm['amounts'][string]
export type OfferSpins = NonNullable<OfferForm['freespins']>
/** For whom an offer is. */
export type OfferAudience = OfferForm['audience']
export type OfferGames = OfferForm['excluded']
export type OfferContributions = OfferForm['contributions']
export type OfferChoices = Written<Schemas['OfferChoices']>
export type OfferAssessment = Written<Schemas['OfferAssessment']>
/** What players get who take an offer. */
export type OfferOutlook = Written<Schemas['OfferOutlook']>
/** What a draft would have cost, and how its estimate stands. */
export type CostStanding = Written<Schemas['CostStanding']>
export type Cost = NonNullable<CostStanding['cost']>
/** What a draft of the fraud rules would have decided, and how that stands. */
export type FraudDryRunStanding = Written<Schemas['FraudDryRunStanding']>
export type FraudDryRun = NonNullable<FraudDryRunStanding['found']>
/** A box with its chances. */
export type BoxOdds = Written<Schemas['BoxOdds']>
export type ScoredTournament = Written<Schemas['ScoredTournament']>
/** A scoring that is done anew, and how it stands. */
export type ScoringStanding = Written<Schemas['ScoringStanding']>
export type OfferInGame = OfferOutlook['games'][number]
export type SaveOfferBody = Schemas['SaveOfferBody']
export type SimulateOfferBody = Schemas['SimulateOfferBody']

/** A picture or a file of the library. */
export type Medium = Written<Schemas['MediumView']>
/** A medium with where it is used. */
export type MediumDetail = Written<Schemas['MediumDetail']>
export type MediumBody = Schemas['MediumBody']
/** What a list of games would change. */
export type ImportPreview = Written<Schemas['ImportPreview']>
export type ImportGame = Written<Schemas['ImportGame']>
/** A partner whose list can be taken over. */
export type ImportPartner = Written<Schemas['ImportPartner']>
