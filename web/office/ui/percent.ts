import { currentLocale } from '@/i18n/messages'

/** A percent that the server has written with a point, in the reader's customs. */
export function percent(text: string | null): string {
  return text === null ? '–' : (Number(text) / 100).toLocaleString(currentLocale(), { style: 'percent', minimumFractionDigits: 2 })
}
