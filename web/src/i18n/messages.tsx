import { Fragment, type ReactNode } from 'react'
import { formatMessage, type Values } from './icu'
import type { MessageKey } from './keys'

export type { MessageKey } from './keys'

let messages: Record<string, string> = {}
let locale = 'en'

/** Installs the texts of a locale in the place of any others. Called before the first render; another language is another page load. */
export function setMessages(newLocale: string, newMessages: Record<string, string>): void {
  locale = newLocale
  messages = newMessages
}

/** Adds texts of the locale to those that are installed. Called before what speaks with them is rendered. */
export function addMessages(more: Record<string, string>): void {
  messages = { ...messages, ...more }
}

/** The locale whose texts are shown, for `Intl` formats. */
export function currentLocale(): string {
  return locale
}

/**
 * The text of `key` with its placeholders filled in. A text that is not loaded reads as its key, and in tests and while
 * developing it is an error: the part of the site lacks a namespace in its `withTexts`.
 */
export function t(key: MessageKey, values: Values = {}): string {
  const message = messages[key]
  if (message === undefined && import.meta.env.DEV) throw new Error(`the text ${key} is not loaded`)
  return formatMessage(message ?? key, values, locale)
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
