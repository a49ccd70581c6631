import type { IdentityCheck } from '../api/types'
import { t, tWord } from '../i18n/texts'

/** What speaks against a check of the identity partner. */
export function Doubts({ check }: { check: Pick<IdentityCheck, 'differences' | 'shared' | 'distrusted'> }) {
  const doubts = [
    ...check.differences.map((field) => `${t('identity.differs')}: ${tWord('identity_field', field)}`),
    ...(check.shared ? [t('identity.shared')] : []),
    ...(check.distrusted ? [t('identity.distrusted')] : []),
  ]
  if (doubts.length === 0) return '–'
  return (
    <ul>
      {doubts.map((doubt) => (
        <li key={doubt}>{doubt}</li>
      ))}
    </ul>
  )
}
