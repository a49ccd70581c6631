import type { IdentityCheck } from '../api/types'
import { say, sayWord } from '../i18n/texts'

/** What speaks against a check of the identity partner. */
export function Doubts({ check }: { check: Pick<IdentityCheck, 'differences' | 'shared' | 'distrusted'> }) {
  const doubts = [
    ...check.differences.map((field) => `${say('identity.differs')}: ${sayWord('identity_field', field)}`),
    ...(check.shared ? [say('identity.shared')] : []),
    ...(check.distrusted ? [say('identity.distrusted')] : []),
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
