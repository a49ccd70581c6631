import type { Score, Voice } from './score'

const MAJOR = [0, 2, 4, 5, 7, 9, 11]
const MINOR = [0, 2, 3, 5, 7, 8, 10]
const DORIAN = [0, 2, 3, 5, 7, 9, 10]
const LYDIAN = [0, 2, 4, 6, 7, 9, 11]
const MIXOLYDIAN = [0, 2, 4, 5, 7, 9, 10]
const PENTATONIC = [0, 2, 4, 7, 9]
const YO = [0, 2, 5, 7, 9]
const PHRYGIAN = [0, 1, 4, 5, 7, 8, 10]

/** Long chords under everything. */
const pad = (wave: OscillatorType, volume: number): Voice[] =>
  [0, 2, 4].map((degree) => ({ wave, octave: 0, volume, length: 15, bars: [`${degree}...............`] }))
const bass = (...bars: string[]): Voice => ({ wave: 'triangle', octave: -1, volume: 0.09, length: 3, bars })
const lead = (wave: OscillatorType, octave: number, volume: number, length: number, ...bars: string[]): Voice => ({ wave, octave, volume, length, bars })
/** Broken chords that drive a feature on. */
const run = (wave: OscillatorType, octave: number, volume: number, ...bars: string[]): Voice => ({ wave, octave, volume, length: 1.4, bars })

/** What each title is heard by; made for it here, note by note. */
export const SCORES: Readonly<Record<string, Score>> = {
  'solar-sails': {
    tempo: { base: 84, bonus: 112 },
    root: 57,
    scale: LYDIAN,
    chords: [0, 4, 5, 1],
    drum: 'x.......x.......',
    base: [
      ...pad('sine', 0.026),
      bass('0.......4.......', '0.....0.4.......'),
      lead('sine', 1, 0.045, 4, '4...6.....7.....', '9.....7.....6...', '4.....2...4.....', '6...............'),
    ],
    bonus: [run('triangle', 1, 0.028, '0.2.4.7.4.2.4.7.'), lead('triangle', 2, 0.03, 2, '7...6...4...6...')],
  },
  'koi-lanterns': {
    tempo: { base: 72, bonus: 96 },
    root: 62,
    scale: YO,
    chords: [0, 0, 3, 2],
    drum: 'x...............',
    base: [lead('triangle', 0, 0.06, 3, '0...2..3....4...', '5...4...3.......', '2..3..2...0.....', '0...............'), bass('0...........0...')],
    bonus: [run('triangle', 1, 0.03, '0.2.3.5.3.2.3.5.', '5.3.2.3.5.7.5.3.'), lead('sine', 2, 0.022, 6, '0.......3.......')],
  },
  'honey-heist': {
    tempo: { base: 108, bonus: 138 },
    root: 60,
    scale: MAJOR,
    chords: [0, 3, 4, 0],
    drum: 'x...x...x...x...',
    base: [bass('0...4...0...4...'), lead('triangle', 1, 0.045, 1.5, '0.2.4.2.5.4.2...', '2.4.5.4.2...0...', '4.4.2.4.5...4...', '0.......4.2.0...')],
    bonus: [run('square', 1, 0.014, '0.4.2.4.0.4.2.4.'), lead('triangle', 2, 0.03, 1.5, '7.6.4...5.4.2...')],
  },
  'aurora-roulette': {
    tempo: { base: 92, bonus: 92 },
    root: 53,
    scale: DORIAN,
    chords: [0, 3, 0, 4],
    drum: 'x.......x.......',
    base: [
      ...pad('sine', 0.022),
      bass('0..0....4..2....', '0.....0.4.......'),
      lead('sine', 1, 0.03, 2, '......2.4...5...', '4.....2.........', '......6.5...4...', '2...............'),
    ],
    bonus: [],
  },
  'deep-freeze': {
    tempo: { base: 76, bonus: 104 },
    root: 55,
    scale: MINOR,
    chords: [0, 5, 2, 6],
    drum: 'x.......x.x.....',
    base: [...pad('sine', 0.026), lead('sine', 2, 0.024, 5, '4.....2.....7...', '6.......4.......'), bass('0...........0...')],
    bonus: [run('triangle', 1, 0.03, '0.2.4.2.7.4.2.4.'), lead('triangle', 0, 0.04, 3, '0...4...2...4...')],
  },
  'copper-canyon': {
    tempo: { base: 96, bonus: 128 },
    root: 52,
    scale: MIXOLYDIAN,
    chords: [0, 6, 3, 0],
    drum: 'x..x..x.x..x..x.',
    base: [bass('0...4...0...4...'), lead('triangle', 1, 0.045, 2, '0..2..4.....5...', '4..2..0.........', '4..5..7.....5...', '4.......2.......')],
    bonus: [run('sawtooth', 0, 0.012, '0.0.4.0.0.0.5.4.'), lead('triangle', 2, 0.026, 1.5, '4.4.5.4.2...4...')],
  },
  'velvet-noir': {
    tempo: { base: 70, bonus: 94 },
    root: 50,
    scale: MINOR,
    chords: [0, 3, 4, 0],
    drum: '....x.......x...',
    base: [
      ...pad('triangle', 0.018),
      bass('0..2..3..4..3..2'),
      lead('sine', 1, 0.04, 3, '......4..5..4...', '2.......0.......', '......6..5..4...', '2...............'),
    ],
    bonus: [run('triangle', 1, 0.024, '..2...4...2...6.'), lead('sine', 2, 0.022, 3, '7.....6.....4...')],
  },
  'salt-and-thunder': {
    tempo: { base: 88, bonus: 120 },
    root: 50,
    scale: DORIAN,
    chords: [0, 6, 5, 4],
    drum: 'x.....x.x.......',
    base: [
      bass('0.....0.4...0...'),
      lead('triangle', 1, 0.045, 2, '0.2.3.4.....3...', '4...2...0.......', '0.2.3.4.....6...', '4...............'),
      ...pad('sine', 0.02),
    ],
    bonus: [run('sawtooth', 0, 0.012, '0.4.0.4.0.4.3.2.'), lead('triangle', 2, 0.026, 2, '4.3.2.3.4...6...')],
  },
  caldera: {
    tempo: { base: 92, bonus: 124 },
    root: 52,
    scale: PHRYGIAN,
    chords: [0, 1, 0, 6],
    drum: 'x..x..x...x.x...',
    base: [
      bass('0..0..0.....4...', '0..0..0...4.....'),
      lead('triangle', 1, 0.042, 2, '4...5.4...2.....', '4...2...1...0...', '0...2.4...5.....', '4.......1.......'),
      ...pad('triangle', 0.016),
    ],
    bonus: [run('sawtooth', 0, 0.012, '0.0.4.0.5.0.4.1.'), lead('triangle', 2, 0.028, 1.5, '7.5.4...5.4.1...')],
  },
  'clockwork-orchard': {
    tempo: { base: 116, bonus: 132 },
    root: 60,
    scale: MAJOR,
    chords: [0, 5, 3, 4],
    drum: 'x...x...x...x...',
    base: [run('triangle', 1, 0.03, '0.4.2.4.0.4.2.4.'), bass('0.......4.......'), lead('sine', 2, 0.026, 1, '4...2.4.......2.', '5...4.2.........')],
    bonus: [lead('square', 1, 0.012, 1, '7.4.2.4.7.4.2.4.')],
  },
  'tidal-kings': {
    tempo: { base: 82, bonus: 116 },
    root: 55,
    scale: MIXOLYDIAN,
    chords: [0, 3, 6, 4],
    drum: 'x.......x.......',
    base: [
      ...pad('triangle', 0.018),
      bass('0.....4.0.......'),
      lead('triangle', 1, 0.04, 3, '0...4...5...7...', '6.......4.......', '2...4...6.......', '5...4...........'),
    ],
    bonus: [run('triangle', 1, 0.028, '0.4.7.4.0.4.7.4.'), lead('sine', 2, 0.028, 2, '4...5...7...5...')],
  },
  'moon-market': {
    tempo: { base: 94, bonus: 122 },
    root: 57,
    scale: PHRYGIAN,
    chords: [0, 1, 0, 6],
    drum: 'x..x..x...x.x...',
    base: [bass('0...0.4.....4...'), lead('triangle', 1, 0.042, 2, '0.1.2...4.2.1...', '0.......1.2.....', '4.5.4...2.1.2...', '0...............')],
    bonus: [run('triangle', 1, 0.026, '0.2.1.2.4.2.1.2.'), lead('sine', 2, 0.026, 2, '4...5...4...2...')],
  },
  'paper-dragons': {
    tempo: { base: 100, bonus: 132 },
    root: 62,
    scale: PENTATONIC,
    chords: [0, 3, 2, 0],
    drum: 'x...x.x.x...x...',
    base: [bass('0.......3.......'), lead('triangle', 0, 0.055, 2, '0.1.2...3...2...', '4...3...2.......', '3.2.1...2...1...', '0...............')],
    bonus: [run('square', 1, 0.012, '0.2.4.2.0.2.4.2.'), lead('triangle', 1, 0.034, 1.5, '4.4.3...2.3.4...')],
  },
  glasshouse: {
    tempo: { base: 80, bonus: 106 },
    root: 60,
    scale: LYDIAN,
    chords: [0, 1, 4, 0],
    drum: '................',
    base: [
      ...pad('sine', 0.024),
      run('sine', 1, 0.026, '0...4...2...6...', '0...2...4...2...'),
      lead('triangle', 1, 0.03, 4, '4.......6.......', '7.......4.......'),
    ],
    bonus: [run('triangle', 1, 0.028, '0.2.4.6.4.2.4.6.'), bass('0.......4.......')],
  },
  'rune-ridge': {
    tempo: { base: 86, bonus: 124 },
    root: 50,
    scale: DORIAN,
    chords: [0, 0, 6, 3],
    drum: 'x.....x...x.....',
    base: [
      ...pad('triangle', 0.018),
      bass('0.....0.0...4...'),
      lead('triangle', 1, 0.042, 3, '0...4.....3.2...', '4.......0.......', '2...3.....4.6...', '4...............'),
    ],
    bonus: [run('sawtooth', 0, 0.013, '0.0.4.0.0.0.3.2.'), lead('triangle', 2, 0.03, 2, '4...6...4...3...', '2...3...4.......')],
  },
  'prism-climb': {
    tempo: { base: 104, bonus: 134 },
    root: 59,
    scale: LYDIAN,
    chords: [0, 1, 4, 5],
    drum: 'x...x...x...x...',
    base: [
      run('sine', 1, 0.03, '0.2.4.6.7.6.4.2.', '0.4.2.6.4.7.6.4.'),
      bass('0.......0...4...'),
      lead('triangle', 1, 0.03, 3, '7.......6.......', '4...6...7.......'),
    ],
    bonus: [run('triangle', 2, 0.024, '0.4.2.4.6.4.7.4.'), lead('square', 1, 0.011, 2, '7...6...4...6...')],
  },
  'polar-ascent': {
    tempo: { base: 76, bonus: 120 },
    root: 57,
    scale: DORIAN,
    chords: [0, 3, 6, 4],
    drum: 'x.......x...x...',
    base: [
      ...pad('sine', 0.024),
      bass('0.......0...4...'),
      lead('sine', 1, 0.04, 4, '4.......3...4...', '6.......4.......', '2...3...4.......', '1...............'),
    ],
    bonus: [run('triangle', 1, 0.028, '0.2.4.6.0.2.4.6.', '0.3.4.6.7.6.4.3.'), lead('triangle', 2, 0.024, 2, '4...5...6...7...')],
  },
  'icefall-baccarat': {
    tempo: { base: 68, bonus: 92 },
    root: 53,
    scale: LYDIAN,
    chords: [0, 5, 3, 4],
    drum: 'x.......x.......',
    base: [
      ...pad('sine', 0.022),
      bass('0.......4...0...'),
      lead('sine', 1, 0.036, 4, '2.......4.......', '6.....5.4.......', '3.......2.......', '1.......0.......'),
    ],
    bonus: [run('triangle', 1, 0.022, '0...2...4...2...', '0...3...5...3...'), lead('triangle', 2, 0.02, 2, '4.......5.......')],
  },
  'firefly-keno': {
    tempo: { base: 78, bonus: 104 },
    root: 55,
    scale: PENTATONIC,
    chords: [0, 2, 3, 1],
    drum: 'x.........x.....',
    base: [
      ...pad('sine', 0.02),
      bass('0.......3.......', '0.....0.2.......'),
      lead('sine', 2, 0.026, 3, '4...2.....3.....', '5.....4...2.....', '3...4.....2...1.', '0...............'),
    ],
    bonus: [run('triangle', 1, 0.024, '0.2.3.4.3.2.3.4.'), lead('triangle', 2, 0.022, 2, '5...4...3...4...')],
  },
}
