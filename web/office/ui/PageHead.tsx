import { useEffect, type ReactNode } from 'react'
import { t } from '../i18n/texts'

interface PageHeadProps {
  title: string
  /** A line below the title. */
  lead?: ReactNode
  /** What can be done, beside the title. */
  actions?: ReactNode
}

/** The title of a page, which the window bears too. */
export function PageHead({ title, lead, actions }: PageHeadProps) {
  useEffect(() => {
    document.title = `${title} · ${t('office')}`
  }, [title])
  return (
    <header className="mb-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <h1 className="text-2xl font-semibold break-words">{title}</h1>
        {lead && <div className="mt-1 text-sm text-muted">{lead}</div>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </header>
  )
}
