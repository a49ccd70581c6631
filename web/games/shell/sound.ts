import { readStored, writeStored } from '../../src/lib/stored'

const STORED = 'croupier.game.sound'
const VOLUME = 'croupier.game.volume'

/** A note: pitch in hertz, start and length in seconds. */
interface Note {
  hertz: number
  at: number
  length: number
  volume?: number
  wave?: OscillatorType
  /** Pitch it glides to. */
  to?: number
}

const PENTATONIC = [523.25, 587.33, 659.25, 783.99, 880, 1046.5, 1174.66, 1318.51, 1567.98, 1760] as const

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
interface Output {
  context: AudioContext
  volume: GainNode
}

/**
 * The sounds of the games, made from oscillators: nothing to load. Silent until the player switches them on, and while the
 * tab is out of sight; the choice and the volume are remembered.
 */
export class Sound {
  #output: Output | null = null
  #choice = readStored(local, STORED)
  #volume = lastVolume()
  readonly #listeners = new Set<() => void>()

  constructor() {
    document.addEventListener('visibilitychange', () => {
      if (document.hidden) void this.#output?.context.suspend()
      else if (this.on) void this.#output?.context.resume()
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

  /** Switches sounds on or off and remembers it. */
  switch(on: boolean): void {
    this.#choice = on ? 'on' : 'off'
    writeStored(local, STORED, this.#choice)
    if (on) this.press()
    this.#tell()
  }

  /** Sets how loud they are, 0 to 100, and remembers it. Whoever moves the slider wants to hear something. */
  setVolume(volume: number): void {
    this.#volume = volume
    writeStored(local, VOLUME, String(volume))
    if (this.#output !== null) this.#output.volume.gain.value = gainOf(volume)
    if (this.on !== volume > 0) this.switch(volume > 0)
    else this.press()
  }

  /** Calls `listener` with every change of the switch. */
  listen(listener: () => void): void {
    this.#listeners.add(listener)
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }

  /** A control was pressed. */
  press(): void {
    this.#play([{ hertz: 660, to: 880, at: 0, length: 0.06, volume: 0.12, wave: 'triangle' }])
  }

  /** A reel came to rest; later reels sound a little lower. */
  stop(reel: number): void {
    this.#play([
      { hertz: 150 - reel * 7, to: 58, at: 0, length: 0.13, volume: 0.4, wave: 'sine' },
      { hertz: 900, to: 300, at: 0, length: 0.03, volume: 0.06, wave: 'square' },
    ])
  }

  /** A scatter landed: each one sounds higher. */
  scatter(count: number): void {
    const root = PENTATONIC[Math.min(count + 1, PENTATONIC.length - 1)] ?? 880
    this.#play(
      [0, 1, 2].map((i) => ({ hertz: root * (1 + i * 0.5), at: i * 0.05, length: 0.5, volume: 0.1, wave: 'triangle' })),
    )
  }

  /** The wait for the last scatter. */
  anticipation(): void {
    this.#play([{ hertz: 180, to: 540, at: 0, length: 1.1, volume: 0.08, wave: 'sawtooth' }])
  }

  /** The n-th winning combination is shown. */
  win(index: number): void {
    const start = Math.min(index, 5)
    this.#play(
      [0, 2, 4].map((step, i) => ({
        hertz: PENTATONIC[Math.min(start + step, 9)] ?? 880,
        at: i * 0.07,
        length: 0.35,
        volume: 0.12,
        wave: 'triangle',
      })),
    )
  }

  /** A tick of the count-up, `share` of the way. */
  count(share: number): void {
    this.#play([{ hertz: 880 + share * 900, at: 0, length: 0.04, volume: 0.05, wave: 'square' }])
  }

  /** A big win or the award of free spins. */
  fanfare(): void {
    this.#play(
      PENTATONIC.flatMap((hertz, i) => [
        { hertz, at: i * 0.085, length: 0.5, volume: 0.1, wave: 'triangle' as const },
        { hertz: hertz / 2, at: i * 0.085, length: 0.4, volume: 0.07, wave: 'sine' as const },
      ]),
    )
  }

  /** Symbols burst and fall. */
  tumble(): void {
    this.#play([{ hertz: 420, to: 140, at: 0, length: 0.18, volume: 0.16, wave: 'triangle' }])
  }

  /** A chip is put down, or the ball jumps into a pocket. */
  click(): void {
    this.#play([
      { hertz: 2100, to: 1300, at: 0, length: 0.035, volume: 0.12, wave: 'square' },
      { hertz: 3100, at: 0.012, length: 0.02, volume: 0.05, wave: 'sine' },
    ])
  }

  #play(notes: readonly Note[]): void {
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
