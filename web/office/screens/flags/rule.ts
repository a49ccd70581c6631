import { tOptional } from '@/i18n/messages'
import type { FlagPage, FlagRule, FlagView } from '../../api/types'
import { t, tWord } from '../../i18n/texts'

/** What people call a switch. */
export const nameOf = (name: string): string => tOptional(`flag_name.${name}`, name)

/** How a switch stands before its first version: as the content has it for everybody, and the first variant alone. */
export function ruleOf({ in_force, of_content, variants }: FlagView): FlagRule {
  if (in_force) return in_force.rule
  return {
    is_on: of_content ?? false,
    brands: [],
    groups: [],
    countries: [],
    share: 100,
    variants: variants.map((name, place) => ({ name, weight: place === 0 ? 1 : 0 })),
    plan: null,
  }
}

/** The part of everybody in a test who see one of its variants, in per cent. */
export function shareOf(variants: FlagRule['variants'], name: string): number {
  const all = variants.reduce((sum, { weight }) => sum + weight, 0)
  const own = variants.find((variant) => variant.name === name)?.weight ?? 0
  return all === 0 ? 0 : Math.round((own * 100) / all)
}

/** A number as it is typed, held within its bounds; nothing typed is none. */
export function numberOf(typed: string, most: number): number {
  const found = Number.parseInt(typed.replace(/\D/g, ''), 10)
  return Number.isNaN(found) ? 0 : Math.min(found, most)
}

/** How many visitors of each variant a test is planned for. */
export const VISITORS_MIN = 100
export const VISITORS_MAX = 1_000_000

/** Whether the server takes the rule: a test needs a weight, and its plan enough visitors. */
export const isRuleWhole = ({ variants, plan }: FlagRule): boolean =>
  (variants.length === 0 || variants.some(({ weight }) => weight > 0)) && (!plan || plan.visitors >= VISITORS_MIN)

/** Whom a rule names, in words. */
export function whomOf({ share, brands, groups, countries, variants }: FlagRule, known?: Pick<FlagPage, 'brands' | 'groups'>): string {
  const named = (ids: readonly (string | number)[], choices: readonly { id: string | number; name: string }[] = []) =>
    ids.map((id) => choices.find((choice) => choice.id === id)?.name ?? String(id)).join(', ')
  const conditions = [
    brands.length > 0 && t('flags.who_brands', { names: named(brands, known?.brands) }),
    groups.length > 0 && t('flags.who_groups', { names: named(groups, known?.groups) }),
    countries.length > 0 && t('flags.who_countries', { names: countries.join(', ') }),
  ].filter((condition) => condition !== false)
  const joined = (parts: string[]) => parts.reduce((first, second) => t('flags.and', { first, second }))
  const whom = conditions.length > 0 ? joined(conditions) : t('flags.everybody')
  const part = share < 100 ? t('flags.share_of', { share: String(share), whom }) : whom
  const shown = variants.filter(({ weight }) => weight > 0).map(({ name }) => `${tWord('flag_variant', name)} ${shareOf(variants, name)} %`)
  return shown.length > 0 ? joined([part, t('flags.who_variants', { names: shown.join(', ') })]) : part
}
