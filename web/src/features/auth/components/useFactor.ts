import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { knowsPasskeys } from '@/platform/passkeys'
import { passkeysQuery } from '../api/passkeys'
import { twoFactorQuery } from '../api/twoFactor'
import { offeredFactors, type FactorField } from '../model/secondFactor'

export interface FactorChoice {
  /** What is asked for; null for a player without a second factor. */
  field: FactorField | null
  /** What may be given in its place, and itself. */
  offered: FactorField[]
  choose: (field: FactorField) => void
}

/** Which second factor a form asks a signed-in player for. */
export function useFactor(isAsked: boolean): FactorChoice {
  const app = useQuery({ ...twoFactorQuery, enabled: isAsked })
  const keys = useQuery({ ...passkeysQuery, enabled: isAsked })
  const [chosen, choose] = useState<FactorField>()
  const hasPasskey = knowsPasskeys() && keys.data !== undefined && keys.data.available && keys.data.passkeys.length > 0
  const offered = offeredFactors(app.data?.enabled ?? true, hasPasskey)
  return { field: isAsked ? (chosen ?? offered[0] ?? null) : null, offered, choose }
}
