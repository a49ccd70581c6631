import { Link, useRouter } from '@tanstack/react-router'
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react'
import { ApiError } from '@/api/errors'
import { cx } from '@/platform/cx'
import { Button } from '@/ui/Button'
import { Skeleton } from '@/ui/Skeleton'
import type { List } from '../api/lists'
import { t } from '../i18n/texts'
import { Failed } from './Loaded'
import { nextRow } from './rows'

/** A column of a list. The first one names the row and opens it. */
export interface ListColumn<Row> {
  label: string
  cell: (row: Row) => ReactNode
  /** Amounts stand at the end of their column. */
  align?: 'end'
  /** Left out where the window is narrow. */
  wideOnly?: boolean
}

interface ListTableProps<Row> {
  label: string
  columns: readonly ListColumn<Row>[]
  list: List<Row>
  rowKey: (row: Row) => string
  /** Where a row leads; without it rows only tell. */
  rowPath?: (row: Row) => string
  /** What is shown instead of a list without rows. */
  empty: ReactNode
}

const CELL = 'px-3 py-2.5 align-top first:pl-4 last:pr-4'

/** A list whose rows are gone through by the arrow keys and opened by Enter. Further rows are asked for at its end. */
export function ListTable<Row>({ label, columns, list, rowKey, rowPath, empty }: ListTableProps<Row>) {
  const { rows, error } = list
  if (error && (!rows || isRefused(error))) return <Failed error={error} onRetry={list.askAgain} />
  if (!rows) {
    return (
      <div role="status" aria-label={t('state.loading')}>
        <Skeleton className="h-80 w-full" />
      </div>
    )
  }
  if (rows.length === 0) return empty
  return (
    <>
      {/* Rows that lead nowhere take no focus: by the keyboard they can be pushed sideways only where the list takes it. */}
      <div {...(rowPath ? {} : { role: 'group', 'aria-label': label, tabIndex: 0 })} className="overflow-x-auto rounded-l border border-line bg-surface">
        <table aria-label={label} className="w-full text-sm">
          <thead>
            <tr className="border-b border-line text-left text-xs text-muted">
              {columns.map((column) => (
                <th key={column.label} scope="col" className={cx(CELL, 'font-medium whitespace-nowrap', look(column))}>
                  {column.label}
                </th>
              ))}
            </tr>
          </thead>
          {/* eslint-disable-next-line jsx-a11y-x/no-noninteractive-element-interactions -- The arrows move between the links of its rows. */}
          <tbody className="divide-y divide-line" onKeyDown={moveBetweenRows}>
            {rows.map((row) => (
              <Row key={rowKey(row)} row={row} columns={columns} path={rowPath?.(row)} />
            ))}
          </tbody>
        </table>
      </div>
      <ListEnd list={list} />
    </>
  )
}

function look<Row>({ align, wideOnly }: ListColumn<Row>): string {
  return cx(align === 'end' && 'text-right', wideOnly && 'max-lg:hidden')
}

function Row<Row>({ row, columns, path }: { row: Row; columns: readonly ListColumn<Row>[]; path: string | undefined }) {
  const router = useRouter()
  const [first, ...others] = columns
  const open = ({ target }: MouseEvent) => {
    // A press anywhere in the row is one on its link; who marks text to copy it opens nothing.
    if (!path || (target as Element).closest('a, button') || window.getSelection()?.isCollapsed === false) return
    router.history.push(path)
  }
  return (
    <tr onClick={open} className={cx('focus-within:bg-hover', path && 'cursor-pointer hover:bg-hover')}>
      {first && (
        <th scope="row" className={cx(CELL, 'text-left font-medium', look(first))}>
          {path ? (
            <Link to={path} data-row className="rounded-s text-text underline-offset-4 hover:underline">
              {first.cell(row)}
            </Link>
          ) : (
            first.cell(row)
          )}
        </th>
      )}
      {others.map((column) => (
        <td key={column.label} className={cx(CELL, 'text-soft', look(column))}>
          {column.cell(row)}
        </td>
      ))}
    </tr>
  )
}

/** What is known is no longer shown to somebody who may not see it. */
const isRefused = (error: Error): boolean => error instanceof ApiError && error.status === 403

/** How to go on with the list, and what did not come of it. */
export function ListEnd<Row>({ list }: { list: List<Row> }) {
  if (!list.hasMore && !list.error) return null
  return (
    <div className="mt-4 flex flex-col items-center gap-2">
      {list.error && (
        <p role="alert" className="text-sm text-danger-text">
          {t('list.more_failed')}
        </p>
      )}
      <Button variant="secondary" size="s" pending={list.isAskingForMore} onPress={list.hasMore ? list.askForMore : list.askAgain}>
        {t(list.hasMore ? 'list.more' : 'state.retry')}
      </Button>
    </div>
  )
}

/** Moves the focus between the links of rows. */
function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')]
  const place = links.findIndex((link) => link === document.activeElement)
  const next = nextRow(event.key, place, links.length)
  if (next === null) return
  event.preventDefault()
  links[next]?.focus()
}
