/** Which loop is heard: while paid spins are played, or in a feature. */
export type Part = 'base' | 'bonus'

/** One instrument of a loop. */
export interface Voice {
  wave: OscillatorType
  /** Octaves above the root. */
  octave: number
  volume: number
  /** Length of a note in steps. */
  length: number
  /** Bars of sixteen steps, over and over: a digit is so many degrees of the scale above the bar's chord, a dot is a rest. */
  bars: readonly string[]
}

/** The music of a title, as data: everything that is heard is made of it while it plays. */
export interface Score {
  /** Beats a minute of each loop; a beat is four steps. */
  tempo: Readonly<Record<Part, number>>
  /** The note that degree 0 of the first chord is, as MIDI counts them. */
  root: number
  /** Semitones of the scale's degrees above the root. */
  scale: readonly number[]
  /** The degree that each bar stands on, over and over. */
  chords: readonly number[]
  base: readonly Voice[]
  /** Added in a feature. */
  bonus: readonly Voice[]
  /** A drum where an `x` stands, in a feature louder. */
  drum: string
}

/** What sounds at a step. */
export interface Tone {
  wave: OscillatorType
  hertz: number
  seconds: number
  volume: number
  /** A drum falls in pitch. */
  drum: boolean
}

export const STEPS_PER_BAR = 16
const STEPS_PER_BEAT = 4
const DRUM_HERTZ = 118

/** Seconds of a step. */
export function stepSeconds(score: Score, part: Part): number {
  return 60 / score.tempo[part] / STEPS_PER_BEAT
}

/** The pitch of a degree of the scale, which goes on an octave higher where it ends. */
export function hertzOf({ root, scale }: Pick<Score, 'root' | 'scale'>, degree: number, octave: number): number {
  const place = ((degree % scale.length) + scale.length) % scale.length
  const octaves = octave + Math.floor(degree / scale.length)
  return 440 * 2 ** ((root + 12 * octaves + (scale[place] ?? 0) - 69) / 12)
}

/** Everything that begins at a step of a loop; steps count on from its beginning. */
export function tonesAt(score: Score, part: Part, step: number): Tone[] {
  const bar = Math.floor(step / STEPS_PER_BAR)
  const at = step % STEPS_PER_BAR
  const chord = score.chords[bar % score.chords.length] ?? 0
  const voices = part === 'bonus' ? [...score.base, ...score.bonus] : score.base
  const seconds = stepSeconds(score, part)
  const tones = voices.flatMap(({ wave, octave, volume, length, bars }): Tone[] => {
    const mark = bars[bar % bars.length]?.[at] ?? '.'
    return mark === '.' ? [] : [{ wave, hertz: hertzOf(score, chord + Number(mark), octave), seconds: length * seconds, volume, drum: false }]
  })
  if (score.drum[at] === 'x') tones.push({ wave: 'sine', hertz: DRUM_HERTZ, seconds: 0.16, volume: part === 'bonus' ? 0.26 : 0.12, drum: true })
  return tones
}
