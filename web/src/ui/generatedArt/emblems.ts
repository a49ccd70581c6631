import type { Seed } from './seed'

/** What an emblem is drawn with: a bright and a deep side of its material, and the light on its edges. */
export interface Material {
  bright: string
  deep: string
  rim: string
}

/** Draws the thing in the middle of a tile, around (150, 150) and about 100 in radius, as SVG. */
type Emblem = (seed: Seed, material: Material) => string

const at = (angle: number, radius: number, x = 150, y = 150) => `${(x + Math.cos(angle) * radius).toFixed(1)},${(y + Math.sin(angle) * radius).toFixed(1)}`

/** A ring of points, the outer and the inner radius in turn. */
function star(points: number, outer: number, inner: number, turn: number): string {
  return Array.from({ length: points * 2 }, (_, place) => at(turn + (place * Math.PI) / points, place % 2 ? inner : outer)).join(' ')
}

const gem: Emblem = (seed, { deep, rim }) => {
  const sides = seed.pick([6, 8, 10])
  const turn = seed.between(0, 1)
  const ring = (radius: number) => Array.from({ length: sides }, (_, place) => at(turn + (place * 2 * Math.PI) / sides, radius))
  const outer = ring(92)
  const inner = ring(50)
  const facets = outer.map((point, place) => {
    const next = (place + 1) % sides
    const light = place % 2 ? `fill="${deep}" fill-opacity=".55"` : `fill="${rim}" fill-opacity=".28"`
    return `<path d="M${point} ${outer[next]} ${inner[next]} ${inner[place]}Z" ${light}/>`
  })
  return `<polygon points="${outer.join(' ')}" fill="url(#m)"/>${facets.join('')}<polygon points="${inner.join(' ')}" fill="${rim}" fill-opacity=".35"/><polygon points="${outer.join(' ')}" fill="none" stroke="${rim}" stroke-width="3" stroke-linejoin="round"/>`
}

const planet: Emblem = (seed, { deep, rim }) => {
  const tilt = seed.between(-28, 28).toFixed(0)
  const bands = Array.from(
    { length: 4 },
    () => `<ellipse cx="150" cy="${seed.between(95, 205).toFixed(0)}" rx="92" ry="${seed.between(5, 13).toFixed(0)}" fill="${deep}" fill-opacity=".4"/>`,
  )
  const ring = (half: string) => `<path d="M18 150a132 34 0 0 ${half} 264 0" fill="none" stroke="${rim}" stroke-width="11" stroke-opacity=".85"/>`
  return `<g transform="rotate(${tilt} 150 150)">${ring('1')}<clipPath id="c"><circle cx="150" cy="150" r="80"/></clipPath><circle cx="150" cy="150" r="80" fill="url(#m)"/><g clip-path="url(#c)">${bands.join('')}<circle cx="190" cy="180" r="90" fill="${deep}" fill-opacity=".35"/></g>${ring('0')}</g>`
}

const sun: Emblem = (seed, { rim }) => {
  const points = Math.round(seed.between(9, 17))
  const turn = seed.between(0, 1)
  return `<polygon points="${star(points, 112, 74, turn)}" fill="url(#m)" stroke="${rim}" stroke-width="2" stroke-linejoin="round"/><polygon points="${star(points, 88, 60, turn + 0.2)}" fill="${rim}" fill-opacity=".3"/><circle cx="150" cy="150" r="54" fill="url(#m)" stroke="${rim}" stroke-width="4"/><circle cx="136" cy="134" r="20" fill="#fff" fill-opacity=".35"/>`
}

const moon: Emblem = (seed, { rim, deep }) => {
  const bite = seed.between(26, 54)
  const craters = Array.from(
    { length: 4 },
    () =>
      `<circle cx="${seed.between(75, 120).toFixed(0)}" cy="${seed.between(100, 205).toFixed(0)}" r="${seed.between(4, 11).toFixed(0)}" fill="${deep}" fill-opacity=".4"/>`,
  )
  return `<mask id="c"><rect width="300" height="400" fill="#000"/><circle cx="150" cy="150" r="98" fill="#fff"/><circle cx="${(150 + bite).toFixed(0)}" cy="${(140 - bite / 4).toFixed(0)}" r="84" fill="#000"/></mask><g mask="url(#c)"><circle cx="150" cy="150" r="98" fill="url(#m)"/>${craters.join('')}<circle cx="150" cy="150" r="96" fill="none" stroke="${rim}" stroke-width="5"/></g><polygon transform="translate(${bite.toFixed(0)} -10) scale(.28)" transform-origin="150 150" points="${star(5, 100, 42, -Math.PI / 2)}" fill="${rim}"/>`
}

const crown: Emblem = (seed, { rim, deep }) => {
  const peaks = seed.pick([3, 5, 7])
  const step = 170 / (peaks - 1)
  const tops = Array.from({ length: peaks }, (_, place) => [65 + place * step, 92 - Math.sin((place * Math.PI) / (peaks - 1)) * seed.between(18, 36)] as const)
  const edge = tops.map(([x, y], place) => `L${x.toFixed(0)} ${y.toFixed(0)}${place < peaks - 1 ? `L${(x + step / 2).toFixed(0)} 152` : ''}`).join('')
  const pearls = tops.map(([x, y]) => `<circle cx="${x.toFixed(0)}" cy="${y.toFixed(0)}" r="11" fill="url(#m)" stroke="${rim}" stroke-width="2.5"/>`)
  return `<path d="M75 216${edge}L225 216Z" fill="url(#m)" stroke="${rim}" stroke-width="3" stroke-linejoin="round"/><path d="M72 208h156v24H72z" fill="${deep}" stroke="${rim}" stroke-width="3"/>${[100, 150, 200].map((x) => `<circle cx="${x}" cy="220" r="6" fill="${rim}"/>`).join('')}${pearls.join('')}`
}

const flower: Emblem = (seed, { rim, deep }) => {
  const petals = Math.round(seed.between(5, 10))
  const width = seed.between(22, 34)
  const ring = (scale: number, fill: string, turn: number) =>
    Array.from(
      { length: petals },
      (_, place) =>
        `<ellipse cx="150" cy="${(150 - 58 * scale).toFixed(0)}" rx="${(width * scale).toFixed(0)}" ry="${(54 * scale).toFixed(0)}" transform="rotate(${((place * 360) / petals + turn).toFixed(0)} 150 150)" fill="${fill}" stroke="${rim}" stroke-width="2"/>`,
    ).join('')
  return `${ring(1, 'url(#m)', 0)}${ring(0.62, deep, 180 / petals)}<circle cx="150" cy="150" r="20" fill="${rim}"/>`
}

const flame: Emblem = (seed, { rim }) => {
  const lean = seed.between(-24, 24)
  const tongue = (scale: number, fill: string, rest = '') =>
    `<path transform="translate(150 236) scale(${scale})" d="M0 0C-74-2-92-66-52-112C-44-92-34-86-26-84C-38-130 ${(-14 + lean).toFixed(0)}-168 ${(14 + lean).toFixed(0)}-190C14-150 44-134 62-104C88-58 66 0 0 0Z" fill="${fill}" ${rest}/>`
  return `${tongue(1, 'url(#m)', `stroke="${rim}" stroke-width="3" stroke-linejoin="round"`)}${tongue(0.62, rim, 'fill-opacity=".55"')}${tongue(0.32, '#fff', 'fill-opacity=".7"')}`
}

const shield: Emblem = (seed, { rim, deep }) => {
  const points = seed.pick([4, 5, 6, 8])
  return `<path d="M150 48c30 22 62 28 92 28c2 82-26 138-92 176c-66-38-94-94-92-176c30 0 62-6 92-28Z" fill="url(#m)" stroke="${rim}" stroke-width="5" stroke-linejoin="round"/><path d="M150 72c24 16 48 21 70 22c0 62-22 104-70 134Z" fill="${deep}" fill-opacity=".45"/><polygon points="${star(points, 52, 22, -Math.PI / 2)}" fill="${rim}"/>`
}

const cards: Emblem = (seed, { rim, deep }) => {
  const count = seed.pick([2, 3, 4])
  const spread = seed.between(26, 38) / (count - 1)
  const points = seed.pick([4, 5, 6])
  const fan = Array.from({ length: count }, (_, place) => {
    const turn = (place - (count - 1) / 2) * spread
    const isLast = place === count - 1
    const mark = isLast
      ? `<polygon transform="translate(0 -4) scale(.36)" transform-origin="150 150" points="${star(points, 100, 46, -Math.PI / 2)}" fill="${deep}"/>`
      : ''
    return `<g transform="rotate(${turn.toFixed(0)} 150 290)"><rect x="103" y="76" width="94" height="136" rx="12" fill="${isLast ? rim : 'url(#m)'}" stroke="${isLast ? deep : rim}" stroke-width="3"/>${mark}</g>`
  })
  return fan.join('')
}

const wheel: Emblem = (seed, { rim, deep }) => {
  const spokes = Math.round(seed.between(8, 16))
  const slices = Array.from({ length: spokes }, (_, place) => {
    const [from, to] = [(place * 2 * Math.PI) / spokes, ((place + 1) * 2 * Math.PI) / spokes]
    return `<path d="M150,150 ${at(from, 84)}A84 84 0 0 1 ${at(to, 84)}Z" fill="${place % 2 ? deep : 'url(#m)'}"/>`
  })
  return `<circle cx="150" cy="150" r="100" fill="url(#m)" stroke="${rim}" stroke-width="4"/>${slices.join('')}<circle cx="150" cy="150" r="84" fill="none" stroke="${rim}" stroke-width="3"/><circle cx="150" cy="150" r="26" fill="${rim}"/><circle cx="150" cy="150" r="14" fill="${deep}"/>`
}

const fish: Emblem = (seed, { rim, deep }) => {
  const tail = seed.between(30, 56)
  const scales = Array.from(
    { length: 9 },
    (_, place) =>
      `<path d="M${120 + (place % 3) * 28} ${128 + Math.floor(place / 3) * 22}a14 12 0 0 0 0 22" fill="none" stroke="${rim}" stroke-opacity=".6" stroke-width="3"/>`,
  )
  return `<g transform="rotate(${seed.between(-24, 24).toFixed(0)} 150 150)"><path d="M222 150l${tail.toFixed(0)}-52q6 52 0 104Z" fill="${deep}" stroke="${rim}" stroke-width="3" stroke-linejoin="round"/><path d="M44 150q70-86 184 0q-114 86-184 0Z" fill="url(#m)" stroke="${rim}" stroke-width="3.5"/>${scales.join('')}<path d="M120 106q34-44 76 8" fill="${deep}" stroke="${rim}" stroke-width="3"/><circle cx="82" cy="142" r="12" fill="#fff"/><circle cx="80" cy="143" r="6" fill="#101010"/></g>`
}

const tower: Emblem = (seed, { rim, deep }) => {
  const floors = Math.round(seed.between(3, 5))
  const roofs = Array.from({ length: floors }, (_, place) => {
    const half = 92 - place * (58 / floors)
    const top = 206 - place * (128 / floors)
    return `<path d="M${(150 - half * 0.6).toFixed(0)} ${(top + 32).toFixed(0)}h${(half * 1.2).toFixed(0)}V${top.toFixed(0)}H${(150 - half * 0.6).toFixed(0)}Z" fill="${deep}"/><path d="M${(150 - half).toFixed(0)} ${(top + 6).toFixed(0)}q${(half * 0.55).toFixed(0)}-4 ${(half * 0.62).toFixed(0)}-26h${(half * 0.76).toFixed(0)}q${(half * 0.07).toFixed(0)} 22 ${(half * 0.62).toFixed(0)} 26Z" fill="url(#m)" stroke="${rim}" stroke-width="2.5" stroke-linejoin="round"/>`
  })
  return `${roofs.join('')}<path d="M150 44v34" stroke="${rim}" stroke-width="5" stroke-linecap="round"/>`
}

/** The emblems, each with words of titles that ask for it. */
export const EMBLEMS: readonly [[Emblem, RegExp], ...[Emblem, RegExp][]] = [
  [gem, /gem|jewel|diamond|crystal|glass|ruby|amber|ice|freeze|frost/i],
  [planet, /star|galax|cosm|space|planet|orbit/i],
  [sun, /sun|solar|gold|desert|canyon|aztec|egypt/i],
  [moon, /moon|luna|night|noir|wolf|dream/i],
  [crown, /king|queen|royal|crown|empire|lord/i],
  [flower, /flower|lotus|garden|orchard|bloom|honey|bee|fruit/i],
  [flame, /fire|flame|hot|dragon|burn|thunder|inferno/i],
  [shield, /knight|viking|war|shield|legend|hero|heist/i],
  [cards, /joker|card|poker|blackjack|baccarat|market|velvet|paper/i],
  [wheel, /wheel|roulette|spin|fortune|lucky|copper/i],
  [fish, /fish|sea|ocean|tidal|deep|koi|shark|salt/i],
  [tower, /temple|tower|house|castle|lantern|pagoda|city/i],
]
