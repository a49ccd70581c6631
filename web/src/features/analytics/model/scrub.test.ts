import { describe, expect, test } from 'vitest'
import vectors from '@content/scrub-vectors.json'
import { scrub } from './scrub'

const PRINTABLE = Array.from({ length: 94 }, (_, index) => String.fromCharCode(0x21 + index)).join('')

/** Numbers that look random and are the same in every run. */
function dice(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

function word(draw: (below: number) => number, alphabet: string, length: number): string {
  return Array.from({ length }, () => alphabet[draw(alphabet.length)]).join('')
}

describe('scrub', () => {
  test.each(vectors as [string, string][])('%j', (text, clean) => {
    expect(scrub(text)).toBe(clean)
  })

  test('leaves no named secret, whatever it is made of', () => {
    const draw = dice(1)
    const names = ['password', 'password_confirmation', 'captcha', 'otp_attempt', 'token', 'card_number', 'Session']
    for (let run = 0; run < 3_000; run += 1) {
      const secret = word(draw, PRINTABLE, 8 + draw(30))
      const quote = ['', '"', "'", '\\"'][draw(4)] ?? ''
      const between = [':', '=', ': ', ' = '][draw(4)] ?? ':'
      const text = `was ${quote}${names[draw(names.length)] ?? ''}${quote}${between}${quote}${secret}${quote}`
      expect(scrub(text)).not.toContain(secret)
    }
  })

  test('leaves no card and no token', () => {
    const draw = dice(2)
    for (let run = 0; run < 3_000; run += 1) {
      const card = word(draw, '0123456789', 13 + draw(7))
      const gap = ['', ' ', '-'][draw(3)] ?? ''
      expect(scrub(`card of ${card.replaceAll(/(.{4})(?=.)/g, `$1${gap}`)} refused`)).not.toMatch(/\d/)
      const token = `${word(draw, 'ABCDEFabcdef0123456789_-', 18 + draw(60))}a1`
      expect(scrub(`at ${token} refused`)).not.toContain(token)
    }
  })
})
