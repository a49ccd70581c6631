import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Frame } from '@playwright/test'

const MESSAGES = join(import.meta.dirname, '../../../content/messages')

/** The text of a key with its values filled in. */
export type Translate = (key: string, values?: Record<string, string>) => string

/** Every text of a language, as its files hold it. */
export function textsOf(locale: string): Record<string, string> {
  const files = readdirSync(join(MESSAGES, locale)).map((name) => JSON.parse(readFileSync(join(MESSAGES, locale, name), 'utf8')) as Record<string, string>)
  return Object.assign({}, ...files) as Record<string, string>
}

/** Speaks a language; texts that choose by number are not for this. */
export function translator(locale: string): Translate {
  const texts = textsOf(locale)
  return (key, values = {}) => {
    const text = texts[key]
    if (text === undefined) throw new Error(`${locale} has no text ${key}`)
    return Object.entries(values).reduce((said, [name, value]) => said.replaceAll(`{${name}}`, value), text)
  }
}

/** Words that English cannot do without for long, and that the other languages of the site do not have. */
const ENGLISH_WORD = /\b(the|your|you|with|please|this|that|from|have|what|which|game|games)\b/i

/** Everything that a page says, to the eye and to readers; names of what a browser keeps are no words. */
function said(): string[] {
  const words: string[] = []
  const walk = document.createTreeWalker(document, NodeFilter.SHOW_TEXT)
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    if (!node.parentElement?.closest('script, style, noscript, code, [lang]:not(html)')) words.push(node.nodeValue ?? '')
  }
  for (const element of document.querySelectorAll('[aria-label], [placeholder], [title], [alt], [aria-description]')) {
    if (element.closest('[lang]:not(html)')) continue
    for (const name of ['aria-label', 'placeholder', 'title', 'alt', 'aria-description']) words.push(element.getAttribute(name) ?? '')
  }
  return words.map((text) => text.trim()).filter((text) => /\p{L}{2}/u.test(text))
}

/** With fewer letters around its values a text could be of any language: `{amount} on {bet}`. */
const LETTERS_MIN = 4

/** English texts that read otherwise in `locale`, as what a page would show of them. */
function foreign(locale: string): RegExp[] {
  const own = textsOf(locale)
  const words = new Set(Object.values(own))
  return Object.entries(textsOf('en'))
    .filter(([key, text]) => own[key] !== text && !words.has(text) && !text.includes(', plural,'))
    .map(([, text]) => text.split(/\{\w+\}|<\/?\w+>/))
    .filter((parts) => parts.join('').replaceAll(/[^a-z]/gi, '').length >= LETTERS_MIN)
    .map((parts) => new RegExp(`^${parts.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.+')}$`))
}

/** Fails with every English text or word that a frame still says in `locale` once its scripts have drawn it. */
export async function expectNoEnglish(frame: Frame, locale: string): Promise<void> {
  const english = foreign(locale)
  const isEnglish = (text: string) => ENGLISH_WORD.test(text) || english.some((pattern) => pattern.test(text))
  await expect.poll(async () => (await frame.evaluate(said)).filter(isEnglish), { message: `English at ${frame.url()}` }).toEqual([])
}
