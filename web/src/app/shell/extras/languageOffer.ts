import { readStored, writeStored } from '@/platform/stored'

/** Kept on the device once the visitor has answered the offer. */
const KEY = 'croupier.language_offer'
const device = () => window.localStorage

/** The offer in the language that it offers: whoever needs it does not read the language of the page. */
interface OfferText {
  question: string
  accept: string
  decline: string
}

export const OFFERS: Record<string, OfferText> = {
  en: { question: 'Read this site in English?', accept: 'In English', decline: 'No, thanks' },
  de: { question: 'Diese Seite auf Deutsch?', accept: 'Auf Deutsch', decline: 'Nein, danke' },
  fr: { question: 'Lire ce site en français?', accept: 'En français', decline: 'Non, merci' },
  no: { question: 'Vil du lese denne siden på norsk?', accept: 'På norsk', decline: 'Nei takk' },
  it: { question: 'Leggere questo sito in italiano?', accept: 'In italiano', decline: 'No, grazie' },
  et: { question: 'Kas loed seda lehte eesti keeles?', accept: 'Eesti keeles', decline: 'Ei, aitäh' },
}

/** Norwegian is one language to us, and two written forms to browsers. */
const SAME: Record<string, string> = { nb: 'no', nn: 'no' }

/** The language of a tag, without its country: `de` of `de-AT`. */
export function languageOf(tag: string): string {
  const language = tag.toLowerCase().split('-')[0] ?? ''
  return SAME[language] ?? language
}

/**
 * The locale to offer to a browser that prefers `wanted` (the most liked first) on a page in `current`: the one of its
 * country, else any of its language. Null when the page is in the language that it likes best among those on offer.
 */
export function offeredLocale(wanted: readonly string[], current: string, offered: readonly string[]): string | null {
  for (const tag of wanted) {
    const language = languageOf(tag)
    if (language === languageOf(current)) return null
    const exact = offered.find((locale) => locale.toLowerCase() === tag.toLowerCase())
    const found = exact ?? offered.find((locale) => languageOf(locale) === language)
    if (found && language in OFFERS) return found
  }
  return null
}

/** Whether the visitor has answered an offer on this device. */
export function hasAnsweredOffer(): boolean {
  return readStored(device, KEY) !== null
}

export function rememberOfferAnswered(): void {
  writeStored(device, KEY, '1')
}
