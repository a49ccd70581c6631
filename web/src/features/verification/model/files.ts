import { currentLocale } from '@/i18n/messages'

/** Media types that the server takes; it judges by the content. */
export const TAKEN_TYPES = ['image/png', 'image/jpeg', 'application/pdf'] as const

const KIBIBYTE = 1024
const MEBIBYTE = KIBIBYTE * KIBIBYTE

/** The size of a file, in words of the reader's language. */
export function fileSizeText(bytes: number): string {
  const [value, unit] = bytes < MEBIBYTE ? [Math.max(1, bytes / KIBIBYTE), 'kilobyte'] : [bytes / MEBIBYTE, 'megabyte']
  return new Intl.NumberFormat(currentLocale(), { style: 'unit', unit, maximumFractionDigits: value < 10 ? 1 : 0 }).format(value)
}

/** What is wrong with a file as far as it can be told before it is sent. */
export function fileProblem(file: { size: number; type: string }, maxBytes: number): 'too_large' | 'type' | undefined {
  if (file.type !== '' && !(TAKEN_TYPES as readonly string[]).includes(file.type)) return 'type'
  return file.size > maxBytes ? 'too_large' : undefined
}
