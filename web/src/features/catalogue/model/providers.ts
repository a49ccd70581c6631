import type { Provider } from '@/api/types'

/** The studios that a list is narrowed to, from `?providers=a,b`; each once. */
export function providersOf(parameter: unknown): string[] {
  if (typeof parameter !== 'string') return []
  return [...new Set(parameter.split(',').map((id) => id.trim()).filter(Boolean))]
}

/** Studios whose name has `text` in it, whatever its case and accents. */
export function matching(providers: readonly Provider[], text: string): Provider[] {
  const plain = (words: string) => words.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const wanted = plain(text.trim())
  return providers.filter((provider) => plain(provider.title).includes(wanted))
}
