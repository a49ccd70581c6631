import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Music } from './music'
import { STEPS_PER_BAR, type Score, hertzOf, tonesAt } from './score'
import { SCORES } from './scores'

const files = import.meta.glob('../../../content/games/*.json')
const titles = Object.keys(files).map((path) => path.replace(/^.*\/|\.json$/g, ''))

describe('the scores', () => {
  it.each(titles)('have one of %s, whose bars are whole and whose loops differ', (slug) => {
    const score = SCORES[slug]
    if (score === undefined) throw new Error(`${slug} has no music`)
    const voices = [...score.base, ...score.bonus]
    for (const bar of voices.flatMap(({ bars }) => bars)) expect(bar).toMatch(/^[0-9.]{16}$/)
    expect(score.drum).toMatch(/^[x.]{16}$/)
    if (slug !== 'aurora-roulette') expect(score.bonus.length).toBeGreaterThan(0)
  })

  it('stay soft enough together to be heard under a win', () => {
    for (const score of Object.values(SCORES)) {
      for (let step = 0; step < 4 * STEPS_PER_BAR; step += 1) {
        const loudness = tonesAt(score, 'bonus', step).reduce((sum, { volume }) => sum + volume, 0)
        expect(loudness).toBeLessThan(0.6)
      }
    }
  })
})

it('finds the pitch of a degree, and goes on an octave higher where the scale ends', () => {
  const scale = { root: 69, scale: [0, 2, 4, 7, 9] }
  expect(hertzOf(scale, 0, 0)).toBeCloseTo(440)
  expect(hertzOf(scale, 5, 0)).toBeCloseTo(880)
  expect(hertzOf(scale, -5, 1)).toBeCloseTo(440)
})

describe('a loop', () => {
  const started = vi.fn()
  const targets = vi.fn<(gain: number, at: number, ease: number) => void>()
  const context = { currentTime: 0 }
  const score: Score = {
    tempo: { base: 60, bonus: 120 },
    root: 69,
    scale: [0],
    chords: [0],
    drum: '................',
    bonus: [],
    base: [{ wave: 'sine', octave: 0, volume: 0.1, length: 1, bars: ['0000000000000000'] }],
  }

  class Node {
    gain = {
      setValueAtTime: () => undefined,
      linearRampToValueAtTime: () => undefined,
      exponentialRampToValueAtTime: () => undefined,
      cancelScheduledValues: () => undefined,
      setTargetAtTime: targets,
    }
    frequency = this.gain
    connect = (next: unknown) => next
    start = started
    stop = () => undefined
  }

  beforeEach(() => {
    vi.useFakeTimers()
    vi.clearAllMocks()
    context.currentTime = 0
    for (const name of ['GainNode', 'OscillatorNode']) vi.stubGlobal(name, Node)
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  const music = () => new Music(context as unknown as AudioContext, new Node() as unknown as AudioNode)

  it('is handed over a little ahead of time, and goes on until it is stopped', () => {
    const loop = music()
    loop.play(score, 'base')
    const before = started.mock.calls.length
    expect(before).toBeGreaterThan(0)
    context.currentTime = 1
    vi.advanceTimersByTime(150)
    expect(started.mock.calls.length).toBeGreaterThan(before)
    loop.stop()
    const after = started.mock.calls.length
    context.currentTime = 5
    vi.advanceTimersByTime(1_000)
    expect(started.mock.calls.length).toBe(after)
  })

  it('begins anew in a feature, and not when it is asked for once more', () => {
    const loop = music()
    loop.play(score, 'base')
    const before = started.mock.calls.length
    loop.play(score, 'base')
    expect(started.mock.calls.length).toBe(before)
    loop.play(score, 'bonus')
    expect(started.mock.calls.length).toBeGreaterThan(before)
  })

  it('makes room for what is louder and comes back', () => {
    music().duck(2)
    expect(targets.mock.calls.map(([gain, at]) => [gain, at])).toEqual([
      [expect.closeTo(0.28), 0],
      [1, 2],
    ])
  })
})
