import { Fragment, type ReactNode } from 'react'
import { formatMessage, type Values } from './icu'
import type { MessageKey } from './keys'

export type { MessageKey } from './keys'

let messages: Record<string, string> = {}
let locale = 'en'

/** Installs the texts of a locale. Called before the first render; another language is another page load. */
export function setMessages(newLocale: string, newMessages: Record<string, string>): void {
  locale = newLocale
  messages = newMessages
}

/** The locale whose texts are shown, for `Intl` formats. */
export function currentLocale(): string {
  return locale
}

/** The text of `key` with its placeholders filled in; the key itself when the locale lacks it. */
export function t(key: MessageKey, values: Values = {}): string {
  return formatMessage(messages[key] ?? key, values, locale)
}

/**
 * The text of a key made from data (an error code, a category id), or `fallback` when no such text
 * exists: data may name things that the catalogue does not know.
 */
export function tOptional(key: string, fallback: string, values: Values = {}): string {
  const message = messages[key]
  return message === undefined ? fallback : formatMessage(message, values, locale)
}

/** What follows `prefix` in the keys of the texts. */
export function keysAfter(prefix: string): string[] {
  return Object.keys(messages).flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : []))
}

/**
 * A text with marked parts: `Read the <terms>terms</terms>` with `parts.terms` wrapping the marked words.
 */
export function Text({ k, values = {}, parts }: { k: MessageKey; values?: Values; parts: Record<string, (words: string) => ReactNode> }) {
  const pieces = t(k, values).split(/(<\w+>.*?<\/\w+>)/)
  return pieces.map((piece, index) => {
    const match = /^<(\w+)>(.*)<\/\1>$/.exec(piece)
    const wrap = match?.[1] ? parts[match[1]] : undefined
    return <Fragment key={index}>{wrap ? wrap(match?.[2] ?? '') : piece}</Fragment>
  })
}
