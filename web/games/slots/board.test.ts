import { beforeEach, expect, it, vi } from 'vitest'
import freeze from '../../../content/games/deep-freeze.json'
import heist from '../../../content/games/honey-heist.json'
import salt from '../../../content/games/salt-and-thunder.json'
import sails from '../../../content/games/solar-sails.json'
import type { GameContext } from '../context'
import type { Coin, SlotsDefinition } from '../play/types'
import { Board, hasBoard, ladderOf } from './board'
import { layOut } from './layout'

const rules = (definition: unknown) => definition as SlotsDefinition

beforeEach(() => document.body.replaceChildren())

function boardOf(definition: unknown) {
  const stage = document.body.appendChild(document.createElement('div'))
  const context = { t: (key: string) => key, money: (cents: number) => `€${cents / 100}`, frame: { stage } } as unknown as GameContext
  const board = new Board(context, rules(definition))
  const lit = () => [...stage.querySelectorAll('li')].map(({ textContent, dataset }) => `${textContent} ${dataset.lit}`)
  return { board, stage, lit }
}

it('tells what the prizes of hold and win are worth at the stake', () => {
  const { board, stage } = boardOf(freeze)
  board.stake(100)
  const shown = [...stage.querySelectorAll('dl > div')].map(({ textContent }) => textContent)
  expect(shown).toEqual(['game.prize_grand€500', 'game.prize_major€100', 'game.prize_minor€50', 'game.prize_mini€15'])
  board.stake(25)
  expect(stage.querySelector('[data-prize=mini] dd')?.textContent).toBe('€3.75')
})

it('sets an amount smaller rather than to cut it, at each stake and in each place', () => {
  const { board, stage } = boardOf(freeze)
  const wide = vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(80)
  const text = vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockReturnValue(100)
  vi.spyOn(window, 'getComputedStyle').mockReturnValue({ fontSize: '14px' } as CSSStyleDeclaration)
  const grand = stage.querySelector<HTMLElement>('[data-prize=grand] dd')!
  board.stake(12_500)
  expect(grand.style.fontSize).toBe('11px')
  wide.mockReturnValue(120)
  board.place(layOut(768, 700, 5, 3, { board: true }))
  expect(grand.style.fontSize).toBe('')
  text.mockReturnValue(240)
  board.place(layOut(390, 620, 5, 3, { board: true }))
  expect(grand.style.fontSize).toBe('6.9px')
  vi.restoreAllMocks()
})

it('lights the prizes that have fallen, and the grand one for a full window', () => {
  const { board, stage } = boardOf(freeze)
  const coin = (prize?: Coin['prize']): Coin => ({ position: [0, 0], amount_cents: 1, ...(prize === undefined ? {} : { prize }) })
  const lit = () => [...stage.querySelectorAll<HTMLElement>('[data-won]')].map(({ dataset }) => dataset.prize)
  board.won([coin(), coin('minor')])
  expect(lit()).toEqual(['minor'])
  board.won(Array.from({ length: 15 }, () => coin()))
  expect(lit()).toEqual(['grand'])
  board.won([])
  expect(lit()).toEqual([])
})

it('draws the steps of the multiplier and climbs them', () => {
  const { board, lit } = boardOf(heist)
  expect(lit().slice(0, 2)).toEqual(['×1 now', '×2 false'])
  board.reach(4)
  expect(lit().slice(0, 4)).toEqual(['×1 true', '×2 true', '×4 now', '×6 false'])
  board.reach(1)
  expect(lit()[0]).toBe('×1 now')
})

it('multiplies the steps where free spins do', () => {
  const { board, lit } = boardOf(heist)
  board.factor(2)
  board.reach(4)
  expect(lit().slice(0, 3)).toEqual(['×2 true', '×4 now', '×8 false'])
  // Between the falls of a spin nothing is multiplied.
  board.reach(1)
  expect(lit()[0]).toBe('×2 now')
})

it('knows which games have one, and each step once', () => {
  expect(ladderOf(rules(salt))).toEqual([1, 2, 3, 4, 5])
  expect(hasBoard(rules(sails))).toBe(false)
  expect(boardOf(sails).stage.childElementCount).toBe(0)
})

it.each([
  [390, 620, 5, 3],
  [390, 620, 6, 5],
  [768, 700, 5, 3],
  [1440, 770, 5, 3],
  [670, 360, 5, 3],
  [670, 360, 6, 5],
])('has room on a stage of %i × %i with %i reels and %i rows', (width, height, reels, rows) => {
  const { board, reels: box, frame, title } = layOut(width, height, reels, rows, { board: true, titleAspect: 1.8 })
  expect(box.y + box.height + frame).toBeLessThanOrEqual(height)
  if (board === null) throw new Error('no board')
  expect(board.x).toBeGreaterThanOrEqual(0)
  expect(board.x + board.width).toBeLessThanOrEqual(width)
  expect(board.y).toBeGreaterThanOrEqual(0)
  if (board.isUpright) expect(board.x).toBeGreaterThan(box.x + box.width + frame)
  else expect([board.y + board.height <= box.y - frame, board.y >= title.y + title.height]).toEqual([true, true])
})
