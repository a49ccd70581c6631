import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Music } from '../music/music'
import type { Score } from '../music/score'
import { Sound } from './sound'
import { askForSound } from './soundQuestion'

const started = vi.fn()
const suspend = vi.fn(() => Promise.resolve())
const resume = vi.fn(() => Promise.resolve())

class Node {
  gain = { value: 0, setValueAtTime: () => undefined, linearRampToValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined }
  frequency = this.gain
  constructor(_context: unknown, options?: { gain?: number }) {
    this.gain.value = options?.gain ?? 0
  }
  connect = (next: unknown) => next
  start = started
  stop = () => undefined
}

beforeEach(() => {
  localStorage.clear()
  document.body.replaceChildren()
  vi.clearAllMocks()
  vi.stubGlobal(
    'AudioContext',
    class {
      currentTime = 0
      state = 'running'
      suspend = suspend
      resume = resume
    },
  )
  for (const name of ['GainNode', 'OscillatorNode', 'DynamicsCompressorNode']) vi.stubGlobal(name, Node)
})
afterEach(() => void vi.restoreAllMocks())

const t = (key: string): string => key
const button = (name: string) => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)

it('is quiet until it is switched on, and remembers that with the volume', () => {
  const sound = new Sound()
  sound.press()
  expect([sound.isChosen, sound.on, started.mock.calls.length]).toEqual([false, false, 0])
  sound.switch(true)
  expect(started).toHaveBeenCalled()
  sound.setVolume(35)
  const again = new Sound()
  expect([again.isChosen, again.on, again.volume]).toEqual([true, true, 35])
  again.setVolume(0)
  expect(new Sound().on).toBe(false)
})

it('falls silent while its tab is out of sight', () => {
  const sound = new Sound()
  sound.switch(true)
  started.mockClear()
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  document.dispatchEvent(new Event('visibilitychange'))
  expect(suspend).toHaveBeenCalled()
  sound.press()
  expect(started).not.toHaveBeenCalled()
  hidden.mockReturnValue(false)
  document.dispatchEvent(new Event('visibilitychange'))
  expect(resume).toHaveBeenCalled()
  sound.press()
  expect(started).toHaveBeenCalled()
})

it.each([
  ['game.sound_yes', true],
  ['game.sound_no', false],
])('is asked for once; %s is an answer', (name, on) => {
  const sound = new Sound()
  askForSound(document.body, sound, t)
  button(name)?.click()
  expect([sound.on, document.querySelector('section')]).toEqual([on, null])
  askForSound(document.body, new Sound(), t)
  expect(document.querySelector('section')).toBeNull()
})

it('is not waited for: whoever plays has the question gone, unanswered', () => {
  const sound = new Sound()
  askForSound(document.body, sound, t)
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab', bubbles: true }))
  expect(document.querySelector('section')).not.toBeNull()
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: ' ', bubbles: true }))
  expect([document.querySelector('section'), sound.isChosen]).toEqual([null, false])
})

it('brings music once there is something to hear, changes it for a feature, and ends it with the switch', () => {
  const music = { play: vi.fn(), stop: vi.fn(), duck: vi.fn() }
  const open = vi.fn(() => music as unknown as Music)
  const score = {} as Score
  const sound = new Sound()
  sound.bring(score, open)
  expect(open).not.toHaveBeenCalled()
  sound.switch(true)
  expect(music.play).toHaveBeenLastCalledWith(score, 'base')
  sound.part('bonus')
  expect(music.play).toHaveBeenLastCalledWith(score, 'bonus')
  sound.sting('epic')
  expect(music.duck).toHaveBeenCalled()
  sound.switch(false)
  expect(music.stop).toHaveBeenCalled()
  expect(open).toHaveBeenCalledTimes(1)
})

it('ends its music, too, when another page has switched sounds off', () => {
  const music = { play: vi.fn(), stop: vi.fn(), duck: vi.fn() }
  const sound = new Sound()
  sound.bring({} as Score, () => music as unknown as Music)
  sound.switch(true)
  localStorage.setItem('croupier.game.sound', 'off')
  window.dispatchEvent(new StorageEvent('storage', { key: 'croupier.game.sound' }))
  expect(sound.on).toBe(false)
  expect(music.stop).toHaveBeenCalled()
})

it('makes more of a greater win', () => {
  const sound = new Sound()
  sound.switch(true)
  const tones = (['none', 'win', 'big', 'mega', 'epic'] as const).map((level) => {
    started.mockClear()
    sound.sting(level)
    return started.mock.calls.length
  })
  expect(tones[0]).toBe(0)
  expect(tones).toEqual(tones.toSorted((a, b) => a - b))
  expect(new Set(tones).size).toBe(5)
})
