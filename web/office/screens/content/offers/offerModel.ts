import type { OfferAmounts, OfferAudience, OfferForm, OfferSpins, OfferView } from '../../../api/types'

/** What is typed and can be read as no number goes out as this one, which no field takes: the server names the field. */
export const UNREAD = -1

export const TRIGGERS = ['deposit', 'registration', 'coupon', 'staff', 'cashback', 'reward'] as const
export const KINDS = ['NonDeposit', 'Cash', 'Cashback', 'Freebet', 'XP', 'Group', 'Custom', 'SoftGaming Gift'] as const

/** The languages that a title is written in. */
export const LANGUAGES = ['en', 'de', 'fr-CA', 'no', 'it', 'et'] as const

type Kind = OfferForm['kind']
type Trigger = OfferForm['trigger']

/** Whether a kind gives bonus money, which is wagered. */
export const isWagered = (kind: Kind): boolean => kind === 'Deposit bonus' || kind === 'NonDeposit'

/** Whether a kind has amounts. */
export const hasAmount = (kind: Kind): boolean => kind !== null && kind !== 'Group' && kind !== 'Custom' && kind !== 'SoftGaming Gift'

/** Whether what comes by a trigger can be for some only; gifts of staff and rewards are for whoever they were given or promised to. */
export const hasAudience = (trigger: Trigger): boolean => trigger !== 'staff' && trigger !== 'reward'

/** Whether bonus money can be sticky: a reward never is. */
export const canBeSticky = ({ trigger, kind }: OfferForm): boolean => isWagered(kind) && trigger !== 'reward'

/** The kinds that can come by a trigger; null stands for free spins alone. */
export function kindsOf(trigger: Trigger): readonly Kind[] {
  if (trigger === 'deposit') return ['Deposit bonus', null]
  if (trigger === 'cashback') return ['Cashback']
  if (trigger === 'staff') return [...KINDS, null]
  if (trigger === 'coupon') return ['NonDeposit', 'Cash', 'Cashback', 'Freebet', 'XP', 'Group', null]
  return ['NonDeposit', 'Cash', 'Freebet', null]
}

export const NO_AMOUNTS: OfferAmounts = { amount: UNREAD, deposit_min: 0, bet_max: null, win_max: null, lost_below: null, loss_min: 0 }

export const NO_SPINS: OfferSpins = { kind: 'Giftspin', count: 10, games: [], stakes: {}, bet_max: {}, hours: 72, wager: 0, win_max: {} }

const EVERYBODY: OfferAudience = { groups: [], excluded_groups: [], countries: [], excluded_countries: [], licences: [], brands: [] }

/** Whether an audience leaves nobody out. */
export const isEverybody = (audience: OfferAudience): boolean => Object.values(audience).every((list) => list.length === 0)

/** An offer of which nothing is known yet. */
export function blankOffer(): OfferForm {
  return {
    code: '',
    trigger: 'deposit',
    kind: 'Deposit bonus',
    group_key: '',
    title: { en: '' },
    deposit_number: null,
    hidden: false,
    audience: { ...EVERYBODY },
    coupon: null,
    group: null,
    points: null,
    percent: 100,
    period: null,
    counted: { games: [], categories: [] },
    amounts: { EUR: { ...NO_AMOUNTS } },
    wager: 30,
    wager_on: 'bonus',
    contributions: { games: {}, categories: { table: 10 }, other: 100 },
    excluded: { games: [], categories: [] },
    on_cashout: 'keep',
    sticky: false,
    activatable_hours: 168,
    valid_hours: 168,
    freespins: null,
    from: null,
    until: null,
    withdrawn: false,
  }
}

/** `offer` by another trigger: what cannot come by it is taken along no further. */
export function byTrigger(offer: OfferForm, trigger: Trigger): OfferForm {
  const kinds = kindsOf(trigger)
  const kind = kinds.includes(offer.kind) ? offer.kind : (kinds[0] ?? null)
  const moved: OfferForm = {
    ...offer,
    trigger,
    audience: hasAudience(trigger) ? offer.audience : { ...EVERYBODY },
    coupon: trigger === 'coupon' ? offer.coupon : null,
    deposit_number: trigger === 'deposit' ? offer.deposit_number : null,
    points: trigger === 'reward' ? offer.points : null,
    period: trigger === 'cashback' ? (offer.period ?? 'week') : null,
  }
  return ofKind(moved, kind)
}

/** `offer` of another kind: amounts, wager and group are those of kinds that have them. */
export function ofKind(offer: OfferForm, kind: Kind): OfferForm {
  const amounts = Object.keys(offer.amounts).length > 0 ? offer.amounts : { EUR: { ...NO_AMOUNTS } }
  const isThing = kind !== null && !hasAmount(kind)
  const isAlone = isThing || kind === 'XP'
  return {
    ...offer,
    kind,
    sticky: offer.sticky && canBeSticky({ ...offer, kind }),
    amounts: hasAmount(kind) ? amounts : {},
    wager: isWagered(kind) ? offer.wager : 0,
    group: kind === 'Group' ? offer.group : null,
    on_cashout: isAlone ? 'keep' : offer.on_cashout,
    freespins: kind === null ? (offer.freespins ?? { ...NO_SPINS }) : isAlone ? null : offer.freespins,
  }
}

/** Where an offer has amounts: of its bonus, or of its spins. */
export function currenciesOf(offer: OfferForm): string[] {
  return [...new Set([...Object.keys(offer.amounts), ...Object.keys(offer.freespins?.stakes ?? {})])]
}

/** `offer` in one more currency. */
export function withCurrency(offer: OfferForm, code: string): OfferForm {
  const { freespins } = offer
  return {
    ...offer,
    amounts: hasAmount(offer.kind) ? { ...offer.amounts, [code]: { ...NO_AMOUNTS } } : offer.amounts,
    freespins: freespins && { ...freespins, stakes: { ...freespins.stakes, [code]: UNREAD } },
  }
}

/** `offer` without a currency. */
export function withoutCurrency(offer: OfferForm, code: string): OfferForm {
  const { freespins } = offer
  const without = <Value>(by: Record<string, Value>) => Object.fromEntries(Object.entries(by).filter(([name]) => name !== code))
  return {
    ...offer,
    amounts: without(offer.amounts),
    freespins: freespins && { ...freespins, stakes: without(freespins.stakes), win_max: without(freespins.win_max), bet_max: without(freespins.bet_max) },
  }
}

/** The names of the fields in which two offers differ. */
export function changedFields(one: OfferForm, other: OfferForm): (keyof OfferForm)[] {
  const fields = Object.keys(one) as (keyof OfferForm)[]
  return fields.filter((field) => stable(one[field]) !== stable(other[field]))
}

/** Whether two offers say the same. */
export const isSame = (one: OfferForm, other: OfferForm): boolean => changedFields(one, other).length === 0

/** A value as a text that does not go by the order in which its fields were typed. */
function stable(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => {
    if (part === null || typeof part !== 'object' || Array.isArray(part)) return part
    return Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
  })
}

/** What a writer has seen of an offer: saving names it, so that nothing newer is lost. */
export interface SeenOffer {
  base: number
  revision: number
  offer: OfferForm
}

/** What there is to write on: the draft, or else what is in force. */
export function seenOf({ draft, in_force }: OfferView): SeenOffer {
  return { base: in_force.version, revision: draft?.revision ?? 0, offer: draft?.offer ?? in_force.offer ?? blankOffer() }
}

/** Whether the offer has been saved or published since it was seen. */
export function isNewer({ draft, in_force }: OfferView, { base, revision }: SeenOffer): boolean {
  return in_force.version !== base || (draft?.revision ?? 0) !== revision
}
