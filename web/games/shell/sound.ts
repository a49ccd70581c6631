import { readStored, writeStored } from '../../src/lib/stored'
import type { Music } from '../music/music'
import type { Part, Score } from '../music/score'
import type { WinLevel } from '../play/countup'

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

/** How long the wait for a last scatter is told, in seconds. */
const ANTICIPATION_SECONDS = 1.1

/** How often the sting of a win climbs. */
const STINGS: Readonly<Record<WinLevel, number>> = { none: 0, win: 1, big: 2, mega: 3, epic: 4 }

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
 * The sounds of the games, made from oscillators: nothing to load, and no codec that a browser may lack. Silent until the
 * player switches them on, and while the tab is out of sight; the choice and the volume are remembered. The music of a title
 * is brought once the game can be played, and makes room for what is louder.
 */
export class Sound {
  #output: Output | null = null
  #choice = readStored(local, STORED)
  #volume = lastVolume()
  readonly #listeners = new Set<() => void>()
  #music: Music | null = null
  #score: { score: Score; open: (output: Output) => Music } | null = null
  #part: Part = 'base'
  #roll: AudioBufferSourceNode | null = null

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
    else this.#music?.stop()
    this.#playMusic()
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

  /** Gives the title its music: `open` makes what plays it. */
  bring(score: Score, open: (output: Output) => Music): void {
    this.#score = { score, open }
    this.#playMusic()
  }

  /** Which loop of the music is heard: that of paid spins or that of a feature. */
  part(part: Part): void {
    this.#part = part
    this.#playMusic()
  }

  /** Music waits until something has been heard: browsers let nothing sound before the player has touched the page. */
  #playMusic(): void {
    if (!this.on || this.#score === null || this.#output === null) return
    this.#music ??= this.#score.open(this.#output)
    this.#music.play(this.#score.score, this.#part)
  }

  /** A control was pressed. */
  press(): void {
    this.#play([{ hertz: 660, to: 880, at: 0, length: 0.06, volume: 0.12, wave: 'triangle' }])
  }

  /** A reel came to rest; each later one sounds higher, so that the ear expects the last. */
  stop(reel: number): void {
    this.#play([
      { hertz: 132 * 2 ** (reel / 8), to: 58 * 2 ** (reel / 8), at: 0, length: 0.13, volume: 0.4, wave: 'sine' },
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
    this.#music?.duck(ANTICIPATION_SECONDS)
    const trill = Array.from({ length: 11 }, (_, i): Note => ({ hertz: 330 * 2 ** (i / 12), at: i * 0.1, length: 0.16, volume: 0.03 + i * 0.004, wave: 'triangle' }))
    this.#play([{ hertz: 90, to: 270, at: 0, length: ANTICIPATION_SECONDS, volume: 0.07, wave: 'sawtooth' }, ...trill])
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

  /** The sting of a big win: the greater, the longer and the higher it climbs. */
  sting(level: WinLevel): void {
    const turns = STINGS[level]
    this.#music?.duck(1.2 * turns)
    for (let turn = 0; turn < turns; turn += 1) this.#climb(turn)
  }

  #climb(turn: number): void {
    const chord = [0, 2, 4, 5, 7, 9].map((step, i): Note => ({
      hertz: (PENTATONIC[step] ?? 880) * 2 ** (turn / 4), at: turn * 0.62 + i * 0.07, length: 0.55, volume: 0.09, wave: 'triangle',
    }))
    this.#play([...chord, { hertz: 98 * 2 ** (turn / 4), to: 49, at: turn * 0.62, length: 0.5, volume: 0.3, wave: 'sine' }])
  }

  /** A feature begins or ends. */
  fanfare(): void {
    this.#music?.duck(1.4)
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

  /** The ball rolls round the wheel until `settle`. */
  roll(): void {
    this.settle()
    if (!this.on || document.hidden || this.#output === null) return
    const { context, volume } = this.#output
    const noise = new AudioBuffer({ length: context.sampleRate, sampleRate: context.sampleRate })
    noise.getChannelData(0).forEach((_, i, samples) => {
      samples[i] = Math.random() * 2 - 1
    })
    this.#roll = new AudioBufferSourceNode(context, { buffer: noise, loop: true })
    const filter = new BiquadFilterNode(context, { type: 'bandpass', frequency: 720, Q: 2.4 })
    const gain = new GainNode(context, { gain: 0.05 })
    this.#roll.connect(filter).connect(gain).connect(volume)
    this.#roll.start()
  }

  /** The ball rolls no more. */
  settle(): void {
    this.#roll?.stop()
    this.#roll = null
  }

  #play(notes: readonly Note[]): void {
    if (!this.on || document.hidden) return
    const { context, volume } = (this.#output ??= openOutput(this.#volume))
    if (context.state === 'suspended') void context.resume()
    this.#playMusic()
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
