import { readStored, writeStored } from './stored'

const STORED = 'croupier.game.sound'
const VOLUME = 'croupier.game.volume'

/** A note: pitch in hertz, start and length in seconds. */
export interface Note {
  hertz: number
  at: number
  length: number
  volume?: number
  wave?: OscillatorType
  /** Pitch it glides to. */
  to?: number
}

/** The pitches of melodies, in hertz. */
export const PENTATONIC = [523.25, 587.33, 659.25, 783.99, 880, 1046.5, 1174.66, 1318.51, 1567.98, 1760] as const

/** The loudest, and as loud as sounds are before anybody has moved the slider. */
const VOLUME_MAX = 100
const VOLUME_USUAL = 80

const local = () => localStorage

/** The volume of last time, 0 to 100. */
function lastVolume(): number {
  const kept = readStored(local, VOLUME)
  const volume = Number(kept)
  return kept !== null && volume >= 0 && volume <= VOLUME_MAX ? volume : VOLUME_USUAL
}

/** Where sounds come out: their volume, and what keeps many at once from clipping. */
export interface Output {
  context: AudioContext
  volume: GainNode
}

/**
 * Sounds made from oscillators: nothing to load, and no codec that a browser may lack. Silent until the player switches them
 * on, and while the tab is out of sight. The choice and the volume are remembered, for the games and the site alike.
 */
export class Instrument {
  #output: Output | null = null
  #choice = readStored(local, STORED)
  #volume = lastVolume()
  readonly #listeners = new Set<() => void>()

  constructor() {
    document.addEventListener('visibilitychange', () => {
      if (document.hidden) void this.#output?.context.suspend()
      else if (this.on) void this.#output?.context.resume()
    })
    // Another page, such as that of a game, has switched sounds on or off.
    window.addEventListener('storage', ({ key }) => {
      if (key !== STORED) return
      this.#choice = readStored(local, STORED)
      this.#notify()
    })
  }

  /** Whether sounds are on. */
  get on(): boolean {
    return this.#choice === 'on'
  }

  /** Whether the player has ever said so. */
  get isChosen(): boolean {
    return this.#choice !== null
  }

  /** How loud they are, 0 to 100. */
  get volume(): number {
    return this.#volume
  }

  /** Where sounds come out; null before the first one. */
  protected get output(): Output | null {
    return this.#output
  }

  /** Switches sounds on or off and remembers it. */
  switch(on: boolean): void {
    this.#choice = on ? 'on' : 'off'
    writeStored(local, STORED, this.#choice)
    if (on) this.press()
    this.#notify()
  }

  /** Sets how loud they are, 0 to 100, and remembers it. Whoever moves the slider wants to hear something. */
  setVolume(volume: number): void {
    this.#volume = volume
    writeStored(local, VOLUME, String(volume))
    if (this.#output !== null) this.#output.volume.gain.value = gainOf(volume)
    if (this.on !== volume > 0) this.switch(volume > 0)
    else this.press()
  }

  /** Calls `listener` with every change of the switch; answers what ends that. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  #notify(): void {
    for (const listener of this.#listeners) listener()
  }

  /** A control was pressed. */
  press(): void {
    this.play([{ hertz: 660, to: 880, at: 0, length: 0.06, volume: 0.12, wave: 'triangle' }])
  }

  /** A chip is put down, the ball jumps into a pocket, or a peg passes a pointer. */
  click(): void {
    this.play([
      { hertz: 2100, to: 1300, at: 0, length: 0.035, volume: 0.12, wave: 'square' },
      { hertz: 3100, at: 0.012, length: 0.02, volume: 0.05, wave: 'sine' },
    ])
  }

  /** The sting of something won; each later `turn` of it begins higher. */
  climb(turn = 0): void {
    const chord = [0, 2, 4, 5, 7, 9].map((step, i): Note => ({
      hertz: (PENTATONIC[step] ?? 880) * 2 ** (turn / 4),
      at: turn * 0.62 + i * 0.07,
      length: 0.55,
      volume: 0.09,
      wave: 'triangle',
    }))
    this.play([...chord, { hertz: 98 * 2 ** (turn / 4), to: 49, at: turn * 0.62, length: 0.5, volume: 0.3, wave: 'sine' }])
  }

  protected play(notes: readonly Note[]): void {
    if (!this.on || document.hidden) return
    const { context, volume } = (this.#output ??= openOutput(this.#volume))
    if (context.state === 'suspended') void context.resume()
    for (const note of notes) {
      const start = context.currentTime + note.at
      const oscillator = new OscillatorNode(context, { type: note.wave ?? 'sine', frequency: note.hertz })
      if (note.to !== undefined) oscillator.frequency.exponentialRampToValueAtTime(note.to, start + note.length)
      const gain = new GainNode(context, { gain: 0 })
      gain.gain.setValueAtTime(0, start)
      gain.gain.linearRampToValueAtTime(note.volume ?? 0.1, start + 0.008)
      gain.gain.exponentialRampToValueAtTime(0.0001, start + note.length)
      oscillator.connect(gain).connect(volume)
      oscillator.start(start)
      oscillator.stop(start + note.length + 0.02)
    }
  }
}

/** The ear hears loudness in shares of what it was: half the way is a quarter of the gain. */
function gainOf(volume: number): number {
  return (volume / VOLUME_MAX) ** 2 / (VOLUME_USUAL / VOLUME_MAX) ** 2
}

function openOutput(volume: number): Output {
  const context = new AudioContext()
  const gain = new GainNode(context, { gain: gainOf(volume) })
  gain.connect(new DynamicsCompressorNode(context)).connect(context.destination)
  return { context, volume: gain }
}
