import { useQuery } from '@tanstack/react-query'
import { textPagesQuery } from '@/api/info/textPages'
import { currentLocale } from '@/i18n/messages'

/** Where the operator tells of its cashback. */
export const CASHBACK_PATH = '/promo/cashback'

/** Whether the operator has a page about cashback; asked only where that matters. */
export function useHasCashback(matters: boolean): boolean {
  const pages = useQuery({ ...textPagesQuery(currentLocale()), enabled: matters }).data
  return pages?.some((page) => page.path === CASHBACK_PATH) ?? false
}
