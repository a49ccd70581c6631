import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { axeFindings } from '@/test/axe'
import { ConfirmDialog } from './ConfirmDialog'
import { DataTable, type Column } from './DataTable'
import { Description, DescriptionList } from './DescriptionList'
import { Pagination } from './Pagination'

interface Round {
  id: string
  game: string
  bet: string
}

const COLUMNS: Column<Round>[] = [
  { label: 'Game', isRowHeader: true, cell: ({ game }) => game },
  { label: 'Bet', align: 'end', isLabelled: true, cell: ({ bet }) => bet },
]
const ROUNDS: Round[] = [
  { id: '1', game: 'Koi', bet: '€1.00' },
  { id: '2', game: 'Solar Sails', bet: '€2.00' },
]

function Table({ rows, onRetry }: { rows?: Round[]; onRetry?: () => void }) {
  return (
    <DataTable
      columns={COLUMNS}
      rows={rows}
      rowKey={({ id }) => id}
      empty={<p>No rounds yet</p>}
      failed={onRetry && { title: "The rounds can't be shown", onRetry }}
    />
  )
}

describe('a table', () => {
  test('names columns and rows for who has it read out', async () => {
    const { container } = render(<Table rows={ROUNDS} />)
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Game', 'Bet'])
    const row = screen.getByRole('row', { name: /Solar Sails/ })
    expect(within(row).getByRole('rowheader').textContent).toBe('Solar Sails')
    expect(within(row).getByRole('cell').textContent).toBe('Bet €2.00')
    expect(await axeFindings(container)).toEqual([])
  })

  test('shows what is said without rows, and nothing of the kind before they are known', () => {
    const { rerender } = render(<Table />)
    expect(screen.queryByText('No rounds yet')).toBeNull()
    expect(screen.queryByRole('table')).toBeNull()
    rerender(<Table rows={[]} />)
    expect(screen.getByText('No rounds yet')).toBeDefined()
  })

  test('that failed is asked for again by the keyboard', async () => {
    const onRetry = vi.fn()
    const { rerender } = render(<Table onRetry={onRetry} />)
    expect(screen.queryByRole('table')).toBeNull()
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    expect(onRetry).toHaveBeenCalledOnce()
    rerender(<Table rows={ROUNDS} onRetry={onRetry} />)
    expect(screen.getByRole('table'), 'what is known stays').toBeDefined()
  })
})

describe('pages of a list', () => {
  test('are stepped through by the keyboard, and end where the list does', async () => {
    const onPage = vi.fn()
    const { container, rerender } = render(<Pagination page={1} pages={3} onPage={onPage} />)
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    expect(onPage).toHaveBeenLastCalledWith(2)
    expect(await axeFindings(container)).toEqual([])
    rerender(<Pagination page={3} pages={3} onPage={onPage} />)
    expect(screen.getByRole('button', { name: 'Older' })).toHaveProperty('disabled', true)
    await userEvent.click(screen.getByRole('button', { name: 'Newer' }))
    expect(onPage).toHaveBeenLastCalledWith(2)
  })

  test('are not shown for a list of one', () => {
    render(<Pagination page={1} pages={1} onPage={() => undefined} />)
    expect(screen.queryByRole('navigation')).toBeNull()
  })
})

describe('a question before something is done', () => {
  const show = (tone: 'primary' | 'danger') => {
    const onConfirm = vi.fn()
    const onClose = vi.fn()
    render(<ConfirmDialog title="Pay €5?" text="From your card." confirm="Pay" keep="Back" tone={tone} onConfirm={onConfirm} onClose={onClose} />)
    return { onConfirm, onClose }
  }

  test('is answered by Enter, and left by Escape', async () => {
    const { onConfirm, onClose } = show('primary')
    expect(await axeFindings(screen.getByRole('dialog', { name: 'Pay €5?' }))).toEqual([])
    await userEvent.keyboard('{Enter}')
    expect(onConfirm).toHaveBeenCalledOnce()
    await userEvent.keyboard('{Escape}')
    expect(onClose).toHaveBeenCalledOnce()
  })

  test('that ends something is not answered by a stray Enter', async () => {
    const { onConfirm, onClose } = show('danger')
    await userEvent.keyboard('{Enter}')
    expect(onConfirm).not.toHaveBeenCalled()
    await userEvent.click(screen.getByRole('button', { name: 'Back' }))
    expect(onClose).toHaveBeenCalledOnce()
  })
})

test.each(['plain', 'card'] as const)('a list of facts, %s, has no findings', async (look) => {
  const { container } = render(
    <DescriptionList look={look}>
      <Description label="State">Paid</Description>
    </DescriptionList>,
  )
  expect(screen.getByRole('term').textContent).toBe('State')
  expect(screen.getByRole('definition').textContent).toBe('Paid')
  expect(await axeFindings(container)).toEqual([])
})
