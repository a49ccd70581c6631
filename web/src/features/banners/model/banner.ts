import type { AnchorHTMLAttributes } from 'react'
import type { Timer } from '@/ui/timeLeft'

/** A banner, as the operator tells it. Times are RFC 3339. */
export interface Banner {
  id: number
  /** The places that show it: `home`, `promo`, …, or a category of games. */
  categories: string[]
  /** The groups whose members see it; empty for everybody. */
  groups?: number[]
  /** The same under its older name. */
  groupIds?: number[]
  liveTime: { start: string | null; end: string | null }
  image: string | null
  title: { text: string }
  description: { text: string }
  /** Four colours, from one corner to the other. */
  gradient: string[]
  labels: string[]
  size: 'small' | 'medium' | 'large'
  button: BannerButton | null
  secondButton: SecondButton | null
  timer: Timer | null
  /** What title and description name in braces. */
  variables: Record<string, string>
  /** Amounts that they name in braces: by currency, in subunits; the one in EUR is for all others. */
  amounts?: Record<string, Record<string, number>>
}

interface BannerButton {
  name: string
  url: string
  type: 'link' | 'popup' | 'tournament' | 'bonus' | 'game'
  frontendIdentifier: string | null
  /** Further attributes of the link. */
  attrs?: Record<string, string>
}

interface SecondButton {
  name: string
  popup: string
}

/** Who looks at banners, where and when. */
export interface Audience {
  category: string
  /** The player's groups; null for a guest. */
  groups: readonly number[] | null
  /** Unix milliseconds. */
  now: number
}

/** The banners of a place that this visitor sees now. */
export function shownBanners(banners: readonly Banner[], { category, groups, now }: Audience): Banner[] {
  return banners.filter((banner) => banner.categories.includes(category) && isForGroups(banner, groups) && isLive(banner, now))
}

function isForGroups(banner: Banner, groups: readonly number[] | null): boolean {
  const wanted = [...(banner.groups ?? []), ...(banner.groupIds ?? [])]
  return wanted.length === 0 || wanted.some((group) => groups?.includes(group))
}

/** The start belongs to its time, the end does not; a missing one is open. */
function isLive({ liveTime: { start, end } }: Banner, now: number): boolean {
  return (start === null || Date.parse(start) <= now) && (end === null || now < Date.parse(end))
}

/** A text with the values of the banner's variables in place of `{name}`; an unknown name stays. */
export function filledIn(text: string, variables: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => variables[name] ?? whole)
}

/** The amount of a table that a visitor with a wallet in `own` is shown; `displayMap` says in whose currency. */
export function amountFor(
  table: Readonly<Record<string, number>>,
  own: string,
  displayMap: Readonly<Record<string, string>>,
): { cents: number; currency: string } {
  const shown = displayMap[own] ?? own
  const cents = table[shown]
  return cents === undefined ? { cents: table.EUR ?? 0, currency: 'EUR' } : { cents, currency: shown }
}

/** Where a banner leads: an address, and the route that the site must have for it. */
export interface Way {
  href: string
  /** Pattern of a route; without it the address stands for itself. */
  route?: string
}

/** Where a button leads; undefined for one that lacks what it means. */
export function linkOf({ type, url, frontendIdentifier: id }: BannerButton): Way | undefined {
  switch (type) {
    case 'popup':
      return { href: popupHref(url) }
    case 'tournament':
      return id ? { href: `/tournaments/${encodeURIComponent(id)}`, route: '/tournaments/$slug' } : undefined
    case 'bonus':
      return id ? { href: `/bonus/${encodeURIComponent(id)}`, route: '/bonus/$slug' } : undefined
    case 'link':
    case 'game':
      return { href: url }
  }
}

export type LinkAttributes = Pick<AnchorHTMLAttributes<HTMLAnchorElement>, 'rel' | 'target' | 'title'>

/** What a link may say besides where it leads: nothing that runs, and nothing that changes its look or its address. */
const MAY_SAY = /^(?:(?:data|aria)-[a-z][a-z0-9-]*|rel|title)$/
const TARGETS = ['_blank', '_self']

/** Those of a button's attributes that a link may have. */
export function linkAttributes({ attrs = {} }: BannerButton): LinkAttributes {
  const isAllowed = ([name, value]: [string, string]) => (name === 'target' ? TARGETS.includes(value) : MAY_SAY.test(name))
  return Object.fromEntries(Object.entries(attrs).filter(isAllowed))
}

/** The address of a modal that is named, or told by its address or hash. */
export function popupHref(popup: string): string {
  return /^[/#]/.test(popup) ? `/${popup.replace(/^[/#]+/, '')}` : `/popup/${popup}`
}
