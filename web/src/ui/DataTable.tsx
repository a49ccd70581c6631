import type { ReactNode } from 'react'
import { cx } from '@/platform/cx'
import { FailedState } from './FailedState'
import { Skeleton } from './Skeleton'

/** A column of a table whose rows are drawn as cards on phones. */
export interface Column<Row> {
  label: string
  cell: (row: Row) => ReactNode
  /** Amounts stand at the end of their column. */
  align?: 'start' | 'end'
  /** Names the row for who has it read out. */
  isRowHeader?: boolean
  /** Says the column's label before the cell on phones, where the head of the table is not in sight. */
  isLabelled?: boolean
  /** Where the cell stands in the card, and how it looks. */
  className?: string
}

interface DataTableProps<Row> {
  columns: readonly Column<Row>[]
  /** Undefined before the first answer. */
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string
  /** What is shown instead of a table without rows. */
  empty: ReactNode
  /** Set when the rows cannot be had anew: what is said then, above those that are known, and how they are asked for again. */
  failed?: { title: string; onRetry: () => void }
}

const HEAD = 'px-4 py-3 text-left text-xs font-semibold whitespace-nowrap text-muted max-md:sr-only'
const CELL = 'text-sm whitespace-nowrap md:px-4 md:py-3.5'

/** Rows under columns; on phones each row is a card of two columns. Draws every state that a list can be in. */
export function DataTable<Row>({ columns, rows, rowKey, empty, failed }: DataTableProps<Row>) {
  const failure = failed && <FailedState level={3} {...failed} />
  if (!rows) return failure ?? <Skeleton className="h-96 w-full" />
  if (rows.length === 0) return failure ?? empty
  return (
    <>
      {failure}
      <Rows columns={columns} rows={rows} rowKey={rowKey} />
    </>
  )
}

function Rows<Row>({ columns, rows, rowKey }: { columns: readonly Column<Row>[]; rows: readonly Row[]; rowKey: (row: Row) => string }) {
  return (
    <table className="w-full overflow-hidden rounded-l border border-line bg-surface max-md:block md:border-separate md:border-spacing-0">
      <thead className="max-md:sr-only">
        <tr>
          {columns.map(({ label, align }) => (
            <th key={label} scope="col" className={cx(HEAD, align === 'end' && 'md:text-right')}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-md:block max-md:divide-y max-md:divide-line/60 md:[&_td]:border-t md:[&_td]:border-line/60">
        {rows.map((row) => (
          <tr key={rowKey(row)} className="max-md:grid max-md:grid-cols-[1fr_auto] max-md:gap-x-4 max-md:gap-y-1 max-md:px-4 max-md:py-3.5">
            {columns.map((column) => (
              <Cell key={column.label} column={column} row={row} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Cell<Row>({ column: { label, cell, align, isRowHeader, isLabelled, className }, row }: { column: Column<Row>; row: Row }) {
  const content = (
    <>
      {isLabelled && <span className="md:sr-only">{label} </span>}
      {cell(row)}
    </>
  )
  if (isRowHeader) {
    return (
      <th scope="row" className={cx(CELL, 'text-left font-semibold md:border-t md:border-line/60', className)}>
        {content}
      </th>
    )
  }
  return <td className={cx(CELL, align === 'end' && 'md:text-right', className)}>{content}</td>
}
