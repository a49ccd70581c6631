import { expect, it, vi } from 'vitest'
import honey from '../../../content/games/honey-heist.json'
import solar from '../../../content/games/solar-sails.json'
import type { GameContext } from '../context'
import type { SlotsDefinition } from '../play/types'
import type { Scene } from './scene'
import { paysOf, paysText, showPaysOfPressedSymbol } from './symbolPays'

const SOLAR = solar as unknown as SlotsDefinition
const t = (key: string, values: Record<string, unknown> = {}) => [key, ...Object.values(values)].join(' ')
const words = { t, money: (cents: number) => String(cents) } as unknown as Pick<GameContext, 't' | 'money'>
const symbolOf = ({ symbols }: SlotsDefinition, role: string) => symbols.find((symbol) => symbol.role === role)?.id ?? ''

it('gives the pays of a symbol, the highest first, at the stake', () => {
  const id = symbolOf(SOLAR, 'regular')
  const counts = Object.keys(SOLAR.pays[id] ?? {}).map(Number)
  const most = Math.max(...counts)
  const pays = paysOf(words, SOLAR, id, SOLAR.bet_units * 10)
  expect(pays).toHaveLength(counts.length)
  expect(pays[0]).toEqual({ count: String(most), amount: String((SOLAR.pays[id]?.[String(most)] ?? 0) * 10) })
})

it('says what else a symbol is, and which counts are the least of several', () => {
  expect(paysText(words, SOLAR, symbolOf(SOLAR, 'scatter'), 100)).toContain('game.role_scatter')
  const HONEY = honey as unknown as SlotsDefinition
  if (HONEY.evaluation.kind === 'pay_anywhere' || HONEY.evaluation.kind === 'clusters')
    expect(paysText(words, HONEY, symbolOf(HONEY, 'regular'), 100)).toContain('game.pays_or_more')
})

it('tells the pressed symbol of a game at rest', () => {
  const canvas = document.createElement('canvas')
  const at = (x: number, y: number) => ({ getBounds: () => ({ containsPoint: (px: number, py: number) => px === x && py === y }) })
  const reels = [{ spriteAt: (row: number) => at(0, row) }, { spriteAt: (row: number) => at(1, row) }]
  const showStatus = vi.fn()
  const context = { ...words, frame: { showStatus } } as unknown as GameContext
  const id = symbolOf(SOLAR, 'regular')
  let isAtRest = false
  const seen = () => (isAtRest ? { window: [['other'], [id]], stakeCents: 100 } : null)
  showPaysOfPressedSymbol(context, SOLAR, { app: { canvas }, reels } as unknown as Scene, seen)
  const press = (x: number, y: number) => {
    const event = new MouseEvent('click')
    Object.defineProperties(event, { offsetX: { value: x }, offsetY: { value: y } })
    canvas.dispatchEvent(event)
  }
  press(1, 0)
  expect(showStatus).not.toHaveBeenCalled()
  isAtRest = true
  press(1, 0)
  expect(showStatus).toHaveBeenCalledExactlyOnceWith(paysText(words, SOLAR, id, 100))
  press(7, 7)
  expect(showStatus).toHaveBeenCalledOnce()
})
