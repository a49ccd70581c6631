import type { ReactNode } from 'react'
import { cx } from '@/platform/cx'

interface GridColumn<Row> {
  label: string
  cell: (row: Row) => ReactNode
  align?: 'end'
}

interface DataGridProps<Row> {
  label: string
  rows: readonly Row[]
  rowKey: (row: Row) => string
  columns: readonly GridColumn<Row>[]
}

/** A small table within a part of a page; where the window is narrow it is pushed sideways. */
export function DataGrid<Row>({ label, rows, rowKey, columns }: DataGridProps<Row>) {
  return (
    // By the keyboard it can be pushed sideways only where it takes the focus.
    <div role="group" aria-label={label} tabIndex={0} className="-mx-4 overflow-x-auto px-4">
      <table aria-label={label} className="w-full text-sm">
        <thead>
          <tr className="text-left text-xs text-muted">
            {columns.map((column) => (
              <th key={column.label} scope="col" className={cx('py-1.5 pr-4 font-medium whitespace-nowrap last:pr-0', column.align === 'end' && 'text-right')}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map((column) => (
                <td key={column.label} className={cx('py-2 pr-4 align-top last:pr-0', column.align === 'end' && 'text-right')}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
