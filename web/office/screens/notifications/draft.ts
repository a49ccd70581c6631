import type { CampaignBody } from '../../api/types'

/** How many days a notification may be shown. */
export const DAYS = [1, 3, 7, 14, 30, 60] as const

const DAY_MS = 86_400_000

/** The most characters of each text, as the server counts them. */
export const MOST = { title: 80, text: 400, button: 30 } as const

/** What a notification says in one language. */
export interface Words {
  title: string
  text: string
  button: string
}

export const NO_WORDS: Words = { title: '', text: '', button: '' }

/** The fields of the form; texts in them are English. */
export interface NotificationValues extends Words {
  to: 'player' | 'groups' | 'segment'
  player: string
  segment: string
  /** `every` for players of all brands. */
  brand: string
  kind: 'promotional' | 'account'
  icon: string
  path: string
  days: string
  reason: string
}

/** The texts of one part in every language that has one. */
function byLanguage(english: string, translations: Readonly<Record<string, Words>>, part: keyof Words): Record<string, string> {
  const others = Object.entries(translations).map(([language, words]) => [language, words[part].trim()] as const)
  return Object.fromEntries([['en', english.trim()] as const, ...others].filter(([, text]) => text !== ''))
}

/** What is sent of a form now. */
export function bodyNow(values: NotificationValues, groups: readonly number[], translations: Readonly<Record<string, Words>>): CampaignBody {
  return bodyOf(values, groups, translations, Date.now())
}

/** What is sent of a form at `now` (Unix milliseconds). */
export function bodyOf(values: NotificationValues, groups: readonly number[], translations: Readonly<Record<string, Words>>, now: number): CampaignBody {
  const hasButton = values.button.trim() !== ''
  return {
    player: values.to === 'player' ? Number(values.player.trim()) : null,
    groups: values.to === 'groups' ? [...groups] : [],
    segment: values.to === 'segment' ? values.segment : null,
    brand: values.to === 'player' || values.brand === 'every' ? null : values.brand,
    promotional: values.kind === 'promotional',
    icon: values.icon,
    title: byLanguage(values.title, translations, 'title'),
    text: byLanguage(values.text, translations, 'text'),
    button_title: hasButton ? byLanguage(values.button, translations, 'button') : {},
    button_path: hasButton ? values.path.trim() : null,
    expires_at: new Date(now + Number(values.days) * DAY_MS).toISOString(),
    reason: values.reason.trim(),
  }
}
