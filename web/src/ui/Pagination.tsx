import { t } from '@/i18n/messages'
import { Button } from './Button'

interface PaginationProps {
  /** The page on show; the first is 1. */
  page: number
  pages: number
  onPage: (page: number) => void
}

/** Steps through a list whose newest entries stand on its first page; nothing where one page is all. */
export function Pagination({ page, pages, onPage }: PaginationProps) {
  if (pages <= 1) return null
  return (
    <nav aria-label={t('pagination.label')} className="mt-4 flex items-center justify-between text-sm text-soft">
      <Button variant="secondary" size="s" isDisabled={page <= 1} onPress={() => onPage(page - 1)}>
        {t('pagination.newer')}
      </Button>
      {t('pagination.page', { page, pages })}
      <Button variant="secondary" size="s" isDisabled={page >= pages} onPress={() => onPage(page + 1)}>
        {t('pagination.older')}
      </Button>
    </nav>
  )
}
