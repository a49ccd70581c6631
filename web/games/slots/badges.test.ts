import { beforeEach, expect, it } from 'vitest'
import canyon from '../../../content/games/copper-canyon.json'
import heist from '../../../content/games/honey-heist.json'
import type { GameContext } from '../context'
import { translator } from '../play/messages'
import type { SlotsDefinition } from '../play/types'
import { Badges } from './badges'
import { CoverMeter, coverSteps } from './badgesCover'
import type { Board } from './board'
import { layOut } from './layout'

const steps = (definition: unknown) => coverSteps(definition as SlotsDefinition)

beforeEach(() => document.body.replaceChildren())

function shown(cover: CoverMeter | null = null) {
  const stage = document.body.appendChild(document.createElement('div'))
  const bar = document.body.appendChild(document.createElement('div'))
  const board = { hasLadder: false, reach: () => undefined } as unknown as Board
  const badges = new Badges({ frame: { stage, bar }, t: translator({}, 'en') } as unknown as GameContext, board, cover)
  const texts = (node: HTMLElement) =>
    [...node.querySelectorAll<HTMLElement>('p')].filter(({ hidden, textContent }) => !hidden && textContent !== '').map(({ textContent }) => textContent)
  return { badges, stage, texts: () => texts(stage), short: () => texts(bar), strip: stage.querySelector<HTMLElement>('.stage-badges')! }
}

it('tells the ways over the stage and among the controls of a low window', () => {
  const { badges, texts, short } = shown()
  badges.ways(1_680)
  expect([texts(), short()]).toEqual([['1,680 ways'], ['1,680 ways']])
  badges.ways(null)
  expect([texts(), short()]).toEqual([[], []])
})

it('stands in the row that is kept for it, and in the corner where none is', () => {
  const { badges, strip } = shown()
  const upright = layOut(390, 575, 6, 5, { board: true, titleAspect: 1.4 })
  badges.place(upright)
  expect([strip.hasAttribute('data-row'), strip.style.top, strip.style.width]).toEqual([true, `${upright.badges!.y}px`, '390px'])
  badges.place(layOut(1_440, 770, 6, 5, { board: true, titleAspect: 1.4 }))
  expect([strip.hasAttribute('data-row'), strip.style.top, strip.style.width]).toEqual([false, '', ''])
})

it('draws a wild for each reel that can be covered and marks those that multiply', () => {
  expect([steps(canyon), steps(heist)]).toEqual([[1, 1, 2], []])
  const { badges, stage } = shown(new CoverMeter(steps(canyon), () => document.createElement('i')))
  const drawn = () =>
    [...stage.querySelectorAll('.cover-step')].map((step) => `${step.querySelectorAll('i').length} ${step.textContent} ${step.hasAttribute('data-lit')}`)
  expect(drawn()).toEqual(['1  false', '1  false', '1 ×2 false'])
  badges.covered(2)
  expect(drawn()).toEqual(['1  true', '1  true', '1 ×2 false'])
  badges.clear()
  expect(drawn()[0]).toBe('1  false')
})
