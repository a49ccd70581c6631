/** What stands in the place of a card number. */
const REMOVED = '[removed]'

/** Digits, also wide or decorated ones, and up to three signs between two of them that people or programs put there. */
const NUMBER = /\p{N}(?:[\s\-./_\u00ad\ufeff\u200b-\u200d\u2010-\u2015]{0,3}\p{N})+/gu
/** The digits of a card number at most. */
const LENGTH_MAX = 19

const GROUP = /\p{N}+/gu

interface Group {
  digits: string
  start: number
  end: number
}

/** The check of ISO/IEC 7812: every second digit from the right is doubled. */
function luhn(digits: string): boolean {
  const sum = Array.from(digits)
    .reverse()
    .map((digit, at) => (at % 2 === 1 ? Number(digit) * 2 : Number(digit)))
    .reduce((total, value) => total + (value > 9 ? value - 9 : value), 0)
  return sum % 10 === 0
}

const isCard = (digits: string) => /^[2-6]\d{12,18}$/.test(digits) && luhn(digits)

function groupsOf(number: string): Group[] {
  return Array.from(number.matchAll(GROUP), ({ 0: text, index }) => ({
    digits: text.normalize('NFKC'),
    start: index,
    end: index + text.length,
  }))
}

/** Where the first card number in `number` stands: whole groups of digits that make one together, from the `first` on. */
function cardIn(number: string, first: number): { start: number; end: number } | null {
  const groups = groupsOf(number).slice(first)
  for (const [from, { start }] of groups.entries()) {
    let digits = ''
    for (const group of groups.slice(from)) {
      digits += group.digits
      if (isCard(digits)) return { start, end: group.end }
      if (digits.length >= LENGTH_MAX) break
    }
  }
  return null
}

function withoutCards(number: string, first = 0): string {
  const card = cardIn(number, first)
  return card ? number.slice(0, card.start) + REMOVED + withoutCards(number.slice(card.end)) : number
}

/**
 * The text without what are most likely card numbers: 13 to 19 digits that begin as cards do and have the right check
 * digit. No card begins with the code of a country, behind a plus. The server does the same;
 * `content/card-number-vectors.json` holds the two together.
 */
export function withoutCardNumbers(text: string): string {
  return text.replaceAll(NUMBER, (number: string, at: number) => withoutCards(number, text[at - 1] === '+' ? 1 : 0))
}

/** Whether the text holds what is most likely a card number. */
export function hasCardNumber(text: string): boolean {
  return withoutCardNumbers(text) !== text
}
