import { type Part, type Score, type Tone, stepSeconds, tonesAt } from './score'

/** Tones are handed to the browser so many seconds before they sound, and it is looked after them so often. */
const AHEAD_SECONDS = 0.5
const LOOK_MS = 120
/** How loud the music is while something else is to be heard, and how soon it is back. */
const DUCKED = 0.28
const BACK_SECONDS = 0.9
const FADE_SECONDS = 0.25

/** Plays the loops of a title beside its other sounds. */
export class Music {
  readonly #context: AudioContext
  readonly #output: GainNode
  #score: Score | null = null
  #part: Part = 'base'
  #step = 0
  #next = 0
  #looking: ReturnType<typeof setInterval> | undefined

  constructor(context: AudioContext, output: AudioNode) {
    this.#context = context
    this.#output = new GainNode(context, { gain: 1 })
    this.#output.connect(output)
  }

  /** Begins the loop of a title, unless it is on already. */
  play(score: Score, part: Part): void {
    if (this.#looking !== undefined && this.#score === score && this.#part === part) return
    this.#score = score
    this.#part = part
    this.#step = 0
    this.#next = this.#context.currentTime + FADE_SECONDS
    this.#looking ??= setInterval(() => this.#look(), LOOK_MS)
    this.#look()
  }

  /** Ends it; what was handed over already dies away. */
  stop(): void {
    clearInterval(this.#looking)
    this.#looking = undefined
  }

  /** Makes room for a sound that lasts so long. */
  duck(seconds: number): void {
    const { gain } = this.#output
    const now = this.#context.currentTime
    gain.cancelScheduledValues(now)
    gain.setTargetAtTime(DUCKED, now, 0.04)
    gain.setTargetAtTime(1, now + seconds, BACK_SECONDS / 3)
  }

  #look(): void {
    if (this.#score === null) return
    const { currentTime } = this.#context
    // After a sleep the steps that were missed are not made up for.
    if (this.#next < currentTime) this.#next = currentTime
    while (this.#next < currentTime + AHEAD_SECONDS) {
      for (const tone of tonesAt(this.#score, this.#part, this.#step)) this.#sound(tone, this.#next)
      this.#next += stepSeconds(this.#score, this.#part)
      this.#step += 1
    }
  }

  #sound({ wave, hertz, seconds, volume, drum }: Tone, at: number): void {
    const oscillator = new OscillatorNode(this.#context, { type: wave, frequency: hertz })
    if (drum) oscillator.frequency.exponentialRampToValueAtTime(hertz / 3, at + seconds)
    const gain = new GainNode(this.#context, { gain: 0 })
    gain.gain.setValueAtTime(0, at)
    gain.gain.linearRampToValueAtTime(volume, at + Math.min(0.02, seconds / 4))
    gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds)
    oscillator.connect(gain).connect(this.#output)
    oscillator.start(at)
    oscillator.stop(at + seconds + 0.02)
  }
}
