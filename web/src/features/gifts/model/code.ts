import { t } from '@/i18n/messages'

/** The longest code that the server reads. */
const CODE_MAX = 64

/** What is wrong with a code as it was typed, in words; undefined for one that may be sent. */
export function codeProblem(typed: string): string | undefined {
  const code = typed.trim()
  if (code === '') return t('promocode.empty')
  return code.length > CODE_MAX ? t('promocode.too_long', { max: CODE_MAX }) : undefined
}
