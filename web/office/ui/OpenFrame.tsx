import { useEffect, type ReactNode } from 'react'
import { t } from '../i18n/texts'
import { LanguageSwitch } from './LanguageSwitch'
import { Mark } from './Mark'

/** The frame of pages for people who are not signed in. */
export function OpenFrame({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · ${t('office')}`
  }, [title])
  return (
    <div className="flex min-h-dvh flex-col items-center justify-center px-4 py-8">
      <main className="w-full max-w-[400px]">
        <div className="mb-6">
          <Mark />
        </div>
        <div className="rounded-l border border-line bg-surface p-6 shadow-soft">
          <h1 className="text-2xl font-semibold">{title}</h1>
          {lead && <div className="mt-1 text-sm text-soft">{lead}</div>}
          <div className="mt-6">{children}</div>
        </div>
      </main>
      <footer className="mt-6">
        <LanguageSwitch />
      </footer>
    </div>
  )
}
