import { useState, type ReactNode } from 'react'
import { Alert } from '@/ui/Alert'
import { useMay } from '../api/me'
import type { Permission } from '../api/types'
import { t } from '../i18n/texts'
import { State } from '../ui/Loaded'

/**
 * A page for those who have its permission. One that is taken away while the page is open leaves it where it is, so that
 * nothing that was typed is lost; the server refuses what is sent from then on. The page is not opened again.
 */
export function Allowed({ permission, children }: { permission: Permission; children: ReactNode }) {
  const isAllowed = useMay()(permission)
  const [wasAllowed] = useState(isAllowed)
  if (!isAllowed && !wasAllowed) return <State isPage icon="lock" title={t('state.forbidden')} text={t('state.forbidden_text')} />
  return (
    <>
      {!isAllowed && (
        <Alert tone="danger" className="mb-4">
          {t('state.withdrawn')}
        </Alert>
      )}
      {children}
    </>
  )
}
