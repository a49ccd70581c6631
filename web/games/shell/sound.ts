import { Instrument, PENTATONIC, type Note, type Output } from '../../src/platform/instrument'
import type { Music } from '../music/music'
import type { Part, Score } from '../music/score'
import type { WinLevel } from '../play/countup'

/** How long the wait for a last scatter is told, in seconds. */
const ANTICIPATION_SECONDS = 1.1

/** How often the sting of a win climbs. */
const STINGS: Readonly<Record<WinLevel, number>> = { none: 0, win: 1, big: 2, mega: 3, epic: 4 }

/** The sounds of the games. The music of a title is brought once the game can be played, and makes room for what is louder. */
export class Sound extends Instrument {
  #music: Music | null = null
  #score: { score: Score; open: (output: Output) => Music } | null = null
  #part: Part = 'base'
  #roll: AudioBufferSourceNode | null = null

  constructor() {
    super()
    // The switch may be that of another page.
    this.listen(() => {
      if (!this.on) this.#music?.stop()
      this.#playMusic()
    })
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
    if (!this.on || this.#score === null || this.output === null) return
    this.#music ??= this.#score.open(this.output)
    this.#music.play(this.#score.score, this.#part)
  }

  /** A reel came to rest; each later one sounds higher, so that the ear expects the last. */
  stop(reel: number): void {
    this.play([
      { hertz: 132 * 2 ** (reel / 8), to: 58 * 2 ** (reel / 8), at: 0, length: 0.13, volume: 0.4, wave: 'sine' },
      { hertz: 900, to: 300, at: 0, length: 0.03, volume: 0.06, wave: 'square' },
    ])
  }

  /** A scatter landed: each one sounds higher. */
  scatter(count: number): void {
    const root = PENTATONIC[Math.min(count + 1, PENTATONIC.length - 1)] ?? 880
    this.play([0, 1, 2].map((i) => ({ hertz: root * (1 + i * 0.5), at: i * 0.05, length: 0.5, volume: 0.1, wave: 'triangle' })))
  }

  /** The wait for the last scatter. */
  anticipation(): void {
    this.#music?.duck(ANTICIPATION_SECONDS)
    const trill = Array.from({ length: 11 }, (_, i): Note => ({
      hertz: 330 * 2 ** (i / 12),
      at: i * 0.1,
      length: 0.16,
      volume: 0.03 + i * 0.004,
      wave: 'triangle',
    }))
    this.play([{ hertz: 90, to: 270, at: 0, length: ANTICIPATION_SECONDS, volume: 0.07, wave: 'sawtooth' }, ...trill])
  }

  /** The n-th winning combination is shown. */
  win(index: number): void {
    const start = Math.min(index, 5)
    this.play(
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
    this.play([{ hertz: 880 + share * 900, at: 0, length: 0.04, volume: 0.05, wave: 'square' }])
  }

  /** The sting of a big win: the greater, the longer and the higher it climbs. */
  sting(level: WinLevel): void {
    const turns = STINGS[level]
    this.#music?.duck(1.2 * turns)
    for (let turn = 0; turn < turns; turn += 1) this.climb(turn)
  }

  /** A feature begins or ends. */
  fanfare(): void {
    this.#music?.duck(1.4)
    this.play(
      PENTATONIC.flatMap((hertz, i) => [
        { hertz, at: i * 0.085, length: 0.5, volume: 0.1, wave: 'triangle' as const },
        { hertz: hertz / 2, at: i * 0.085, length: 0.4, volume: 0.07, wave: 'sine' as const },
      ]),
    )
  }

  /** Symbols burst and fall. */
  tumble(): void {
    this.play([{ hertz: 420, to: 140, at: 0, length: 0.18, volume: 0.16, wave: 'triangle' }])
  }

  /** The ball rolls round the wheel until `settle`. */
  roll(): void {
    this.settle()
    if (!this.on || document.hidden || this.output === null) return
    const { context, volume } = this.output
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

  protected override play(notes: readonly Note[]): void {
    super.play(notes)
    if (!document.hidden) this.#playMusic()
  }
}
