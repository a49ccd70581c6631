import { useQuery } from '@tanstack/react-query'
import { currentLocale, t } from '@/i18n/messages'
import { Icon } from '@/ui/Icon'
import { filesQuery } from '../api/files'

/** What files call a page whose slug is longer. */
const CATEGORIES: Record<string, string> = { 'terms-and-conditions': 'terms' }

/** The files that belong to a page, by its slug. */
export function Downloads({ page }: { page: string }) {
  const files =
    useQuery(filesQuery(currentLocale())).data?.filter(({ categories }) => categories.includes(page) || categories.includes(CATEGORIES[page] ?? page)) ?? []
  if (files.length === 0) return null
  return (
    <section className="mt-10">
      <h2 className="text-xl font-semibold">{t('downloads.title')}</h2>
      <ul className="mt-4 space-y-2">
        {files.map((file) => (
          <li key={file.id}>
            <a
              href={`${file.url}?download`}
              download
              className="pressable flex min-h-14 items-center gap-3 rounded-m border border-line bg-surface px-4 hover:border-line-strong"
            >
              <Icon name="arrowDown" size={20} className="shrink-0 text-accent" />
              <span className="min-w-0 flex-1 font-medium">{file.title}</span>
              <span className="text-sm text-muted">{file.version}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
