import { mechanicPhrases, mechanicText } from '@/i18n/mechanics'

/** Lower case, without accents, signs and separators of thousands, as the server compares titles. */
function fold(text: string): string {
  const letters = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss')
  return letters
    .replaceAll(/(\d)[.,\s’']+(?=\d{3})/g, '$1')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** Every feature as the player's language names it, with the phrase of the catalogue that the server knows; `number` counts its lines or reels. */
function featuresOf(number: string | undefined): { name: string; phrase: string }[] {
  return mechanicPhrases().map((phrase) => {
    if (!phrase.startsWith('# ')) return { name: fold(mechanicText(phrase)), phrase }
    if (number !== undefined) return { name: fold(mechanicText(phrase.replace('#', number))), phrase: phrase.replace('#', number) }
    // Several of them, without saying how many.
    return { name: fold(mechanicText(phrase.replace('#', '20'))).replace(/^20 /, ''), phrase: phrase.slice(2) }
  })
}

/**
 * The catalogue's phrase for the feature that `term` names in the player's language, wholly or, with `begun`, by its
 * beginning; undefined when it names none.
 */
export function featurePhrase(term: string, begun = false): string | undefined {
  const wanted = fold(term)
  if (wanted === '') return undefined
  const features = featuresOf(/^\d+/.exec(wanted)?.[0])
  if (!begun) return features.find(({ name }) => name === wanted)?.phrase
  return features.filter(({ name }) => name.startsWith(wanted)).toSorted((a, b) => a.name.length - b.name.length)[0]?.phrase
}
