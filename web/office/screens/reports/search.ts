import type { ReportGroup } from '../../api/types'
import { GROUPS, isFigure, type FigureName } from './reportFigures'

/** What the address of the reports holds. */
export interface ReportSearch {
  from?: string
  to?: string
  part: 'figures' | 'retention' | 'taxes'
  by: ReportGroup
  figure: FigureName
  sort?: FigureName | 'key'
  up?: boolean
  currency?: string
  brand?: string
  licence?: string
  country?: string
  provider?: string
}

const PARTS = ['figures', 'retention', 'taxes'] as const

const word = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

/** Reads the address: what is no choice is as if it were not there. */
export function reportSearch(found: Record<string, unknown>): ReportSearch {
  const { from, to, part, by, figure, sort, up, currency, brand, licence, country, provider } = found
  return {
    from: word(from),
    to: word(to),
    part: PARTS.find((known) => known === part) ?? 'figures',
    by: GROUPS.find((known) => known === by) ?? 'day',
    figure: isFigure(figure) ? figure : 'ggr_cents',
    sort: sort === 'key' || isFigure(sort) ? sort : undefined,
    up: up === true || undefined,
    currency: word(currency),
    brand: word(brand),
    licence: word(licence),
    country: word(country),
    provider: word(provider),
  }
}
