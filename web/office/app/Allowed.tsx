import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { Alert } from '@/ui/Alert'
import { meQuery } from '../api/me'
import type { Permission } from '../api/types'
import { t } from '../i18n/texts'
import { State } from '../ui/Loaded'
import { hasAny } from './pages'

/**
 * A page for those who have its permission, or one of several. One that is taken away while the page is open leaves it where it is, so that
 * nothing that was typed is lost; the server refuses what is sent from then on. The page is not opened again.
 */
export function Allowed({ permission, children }: { permission: Permission | readonly Permission[]; children: ReactNode }) {
  const { data } = useQuery(meQuery)
  const isAllowed = hasAny(data?.permissions ?? [], permission)
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
