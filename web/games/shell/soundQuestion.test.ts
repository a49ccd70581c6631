import { beforeEach, expect, it } from 'vitest'
import type { Sound } from './sound'
import { askForSound } from './soundQuestion'

beforeEach(() => document.body.replaceChildren())

it.each([
  ['of reels', '10 20 300 200', 'title'],
  ['of a table', undefined, undefined],
])('is asked where a stage %s has room for it', (_, reels, place) => {
  const stage = document.body.appendChild(document.createElement('div'))
  if (reels !== undefined) stage.dataset.reels = reels
  askForSound(stage, { isChosen: false } as Sound, (key) => key)
  expect(stage.querySelector<HTMLElement>('.sound-question')?.dataset.place).toBe(place)
})
