import type { Provider } from '@/api/types'
import { seedOf } from '@/ui/generatedArt/seed'

/** The studios that a list is narrowed to, from `?providers=a,b`; each once. */
export function providersOf(parameter: unknown): string[] {
  if (typeof parameter !== 'string') return []
  return [
    ...new Set(
      parameter
        .split(',')
        .map((id) => id.trim())
        .filter(Boolean),
    ),
  ]
}

/** Studios whose name has `text` in it, whatever its case and accents. */
export function matching(providers: readonly Provider[], text: string): Provider[] {
  const plain = (words: string) => words.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const wanted = plain(text.trim())
  return providers.filter((provider) => plain(provider.title).includes(wanted))
}

/** What stands for a studio on its mark: the beginnings of its first and its last word. */
export function lettersOf(title: string): string {
  const words = title.trim().split(/\s+/)
  const firstOf = (word = '') => [...word].slice(0, 1).join('').toUpperCase()
  return firstOf(words[0]) + (words.length > 1 ? firstOf(words.at(-1)) : '')
}

/** The colours of a studio's mark, as a CSS background: always the same for the same studio. */
export function lightOf(id: string): string {
  const seed = seedOf(id)
  const hue = Math.round(seed.between(0, 360))
  return `linear-gradient(${Math.round(seed.between(110, 220))}deg, hsl(${hue} 68% 46%), hsl(${hue + 48} 62% 24%))`
}
