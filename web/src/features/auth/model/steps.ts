import type { Project } from '@/api/types'
import { affiliateTags, abVariant } from '@/domain/affiliates'
import { whenCookiesAccepted } from '@/platform/consent'
import { log } from '@/platform/log'
import type { FieldSpec } from '@/domain/player/fields'
import { readStored, writeStored } from '@/platform/stored'

/** How registration asks: 0 everything at once, 1 in steps. */
export type RegistrationVariant = 0 | 1

const TOLD_KEY = 'ab_registration'
const session = () => window.sessionStorage

/** The forms by the names that the operator has for them. */
const BY_NAME: Record<string, RegistrationVariant> = { one_form: 0, steps: 1 }

/**
 * How registration asks this guest: as the A/B test of the operator says while it is on. Without one, who sent the guest decides,
 * and who came by themselves sees one form.
 */
export function registrationVariant(ofProject: Record<string, string> | undefined): RegistrationVariant {
  const chosen = ofProject?.registrationForm
  return (chosen === undefined ? undefined : BY_NAME[chosen]) ?? abVariant(affiliateTags().affb_id)
}

/** Writes to the log, once a session, which half a visitor has seen. It measures, so it waits for cookies. */
export function logRegistrationVariant(variant: RegistrationVariant): void {
  whenCookiesAccepted(() => {
    if (readStored(session, TOLD_KEY) !== null) return
    writeStored(session, TOLD_KEY, String(variant))
    log('info', 'AB_REGISTRATION', `variant ${variant}`)
  })
}

/**
 * Which variant of the operator's test a form counts for; null while the test is off, and for a browser without a mark, which sees
 * the first variant whichever would be its own.
 */
export function countedVariant({ variants, has_own_variants }: Pick<Project, 'variants' | 'has_own_variants'>): string | null {
  const chosen = variants.registrationForm
  return has_own_variants && chosen !== undefined && chosen in BY_NAME ? chosen : null
}

/** What opens the account; asked first. */
const ACCOUNT = new Set(['email', 'password'])

/** The fields of each step: the account, the player, what the player agrees to. Steps that ask nothing fall away. */
export function stepsOf(specs: FieldSpec[], variant: RegistrationVariant): FieldSpec[][] {
  if (variant === 0) return [specs]
  const kinds = [
    specs.filter(({ field }) => ACCOUNT.has(field)),
    specs.filter(({ field, type }) => !ACCOUNT.has(field) && type !== 'checkbox'),
    specs.filter(({ type }) => type === 'checkbox'),
  ]
  return kinds.filter((fields) => fields.length > 0)
}
