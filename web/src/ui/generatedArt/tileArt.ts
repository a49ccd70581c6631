import { EMBLEMS, type Material } from './emblems'
import { seedOf, type Seed } from './seed'

interface Sky {
  top: string
  middle: string
  bottom: string
}

const hsl = (hue: number, saturation: number, light: number) => `hsl(${hue.toFixed(0)} ${saturation.toFixed(0)}% ${light.toFixed(0)}%)`

/** Small lights in the sky. */
function sparks(seed: Seed): string {
  return Array.from(
    { length: 16 },
    () =>
      `<circle cx="${seed.between(8, 292).toFixed(0)}" cy="${seed.between(8, 260).toFixed(0)}" r="${seed.between(0.8, 2.4).toFixed(1)}" fill="#fff" fill-opacity="${seed.between(0.25, 0.9).toFixed(2)}"/>`,
  ).join('')
}

/** Beams of light from behind the emblem. */
function beams(seed: Seed, color: string): string {
  const count = Math.round(seed.between(9, 15))
  const turn = seed.between(0, 360 / count)
  const beam = (place: number) =>
    `<path d="M150 150L${138 - count / 3} -190h${24 + count / 1.5}Z" transform="rotate(${(turn + (place * 360) / count).toFixed(0)} 150 150)"/>`
  return `<g fill="${color}" fill-opacity=".16">${Array.from({ length: count }, (_, place) => beam(place)).join('')}</g>`
}

/** Arcs of light around the emblem. */
function halos(seed: Seed, color: string): string {
  return Array.from(
    { length: 4 },
    (_, place) =>
      `<circle cx="150" cy="150" r="${(104 + place * seed.between(22, 34)).toFixed(0)}" fill="none" stroke="${color}" stroke-opacity="${(0.34 - place * 0.07).toFixed(2)}" stroke-width="${seed.between(1.5, 7).toFixed(1)}"/>`,
  ).join('')
}

/** Two curtains of northern lights. */
function curtains(seed: Seed, color: string): string {
  const curtain = () => {
    const [a, b, c] = [seed.between(40, 110), seed.between(90, 190), seed.between(40, 120)]
    return `<path d="M0 ${a.toFixed(0)}C90 ${(a - 60).toFixed(0)} 170 ${b.toFixed(0)} 300 ${c.toFixed(0)}V${(c + 110).toFixed(0)}C180 ${(b + 120).toFixed(0)} 90 ${(a + 40).toFixed(0)} 0 ${(a + 120).toFixed(0)}Z"/>`
  }
  return `<g fill="${color}" fill-opacity=".2">${curtain()}${curtain()}</g>`
}

/** The ground that the title stands on: hills, waves, peaks or roofs, in two layers. */
function ground(seed: Seed, sky: Sky): string {
  const kind = seed.pick(['hills', 'waves', 'peaks', 'roofs'] as const)
  const layer = (top: number, fill: string) => {
    const steps = Math.round(seed.between(3, 6))
    const width = 300 / steps
    let path = `M0 400V${top.toFixed(0)}`
    for (let place = 0; place < steps; place += 1) {
      const rise = seed.between(14, 46)
      const w = width.toFixed(1)
      if (kind === 'hills') path += `q${(width / 2).toFixed(1)} ${(-rise).toFixed(0)} ${w} 0`
      else if (kind === 'waves') path += `q${(width * 0.25).toFixed(1)} ${(-rise * 0.7).toFixed(0)} ${(width / 2).toFixed(1)} 0t${(width / 2).toFixed(1)} 0`
      else if (kind === 'peaks') path += `l${(width / 2).toFixed(1)} ${(-rise * 1.3).toFixed(0)}l${(width / 2).toFixed(1)} ${(rise * 1.3).toFixed(0)}`
      else path += `v${(-rise).toFixed(0)}h${(width * 0.6).toFixed(1)}v${rise.toFixed(0)}h${(width * 0.4).toFixed(1)}`
    }
    return `<path d="${path}V400Z" fill="${fill}"/>`
  }
  return layer(268, sky.middle) + layer(300, sky.bottom)
}

/**
 * Draws the tile of a game that came without art, as an SVG image of 300 by 400: a sky, a ground and an emblem, all
 * from the game's `identifier`, so that a game always looks the same and no two alike. Words of the `title` have
 * their say in the emblem. Answers a data address.
 */
export function tileArt(identifier: string, title: string): string {
  const seed = seedOf(identifier)
  const hue = seed.between(0, 360)
  const other = hue + seed.pick([150, 180, 205, 38, -42, 120] as const)
  const sky = { top: hsl(hue, 72, 44), middle: hsl(hue + 14, 66, 24), bottom: hsl(hue + 26, 60, 11) }
  const material: Material = { bright: hsl(other, 88, 66), deep: hsl(other + 18, 74, 34), rim: hsl(other - 14, 92, 84) }
  const [emblem] = seed.pick([seed.pick(EMBLEMS), ...EMBLEMS.filter(([, words]) => words.test(title))])
  const backdrop = seed.pick([beams, halos, curtains])
  const glow = { x: seed.between(20, 80).toFixed(0), y: seed.between(4, 46).toFixed(0) }
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 400"><defs>` +
    `<linearGradient id="s" x2="0" y2="1"><stop stop-color="${sky.top}"/><stop offset=".6" stop-color="${sky.middle}"/><stop offset="1" stop-color="${sky.bottom}"/></linearGradient>` +
    `<linearGradient id="m" x1=".2" x2=".7" y2="1"><stop stop-color="${material.rim}"/><stop offset=".35" stop-color="${material.bright}"/><stop offset="1" stop-color="${material.deep}"/></linearGradient>` +
    `<radialGradient id="g" cx="${glow.x}%" cy="${glow.y}%" r="70%"><stop stop-color="${material.bright}" stop-opacity=".75"/><stop offset="1" stop-color="${material.bright}" stop-opacity="0"/></radialGradient>` +
    `<linearGradient id="f" x2="0" y2="1"><stop offset=".55" stop-opacity="0"/><stop offset="1" stop-opacity=".78"/></linearGradient></defs>` +
    `<rect width="300" height="400" fill="url(#s)"/><rect width="300" height="400" fill="url(#g)"/>` +
    sparks(seed) +
    backdrop(seed, material.rim) +
    ground(seed, sky) +
    `<ellipse cx="150" cy="262" rx="96" ry="14" fill="#000" fill-opacity=".35"/>` +
    `<g transform="translate(150 158) scale(${seed.between(1.06, 1.24).toFixed(2)}) translate(-150 -150)">${emblem(seed, material)}</g>` +
    `<rect width="300" height="400" fill="url(#f)"/></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
