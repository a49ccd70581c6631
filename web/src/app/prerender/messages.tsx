import type { Values } from '@/i18n/icu'
import { english } from '@/i18n/english'
import { textMark } from './marks'

// Stands in for `@/i18n/messages` while pages are rendered at build time: texts become marks.

export const setMessages = (): void => undefined
export const currentLocale = (): string => 'en'
export const t = (key: string, values: Values = {}): string => plain(key, values)
export const tOptional = (key: string, fallback: string, values: Values = {}): string => plain(key, values, fallback)
export const Text = ({ k, values = {} }: { k: string; values?: Values }): string => plain(k, values)

/** Keeps the line of a text whose form depends on its values: the server fills in names, but it does not count. */
const COUNTED = '\u00a0'

function plain(key: string, values: Values, or?: string): string {
  const message = (english as Record<string, string>)[key] ?? ''
  return /, (plural|select),/.test(message) ? COUNTED : textMark(key, values, or)
}
