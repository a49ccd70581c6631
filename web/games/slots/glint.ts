import { type Container, Mesh, MeshGeometry, type Sprite } from 'pixi.js'

/** How far the lower end of the band lies behind its upper one, and half its widths, in shares of the symbol. */
const SLANT = 0.36
const HALVES = [0.17, 0.07] as const
/** How bright one of the bands is. */
const LIGHT = 0.55

/** A slanted band of light that runs over a symbol: a second layer of its own picture, so that it ends where the symbol does. */
export class Glint {
  readonly #mesh: Mesh
  readonly #geometry: MeshGeometry
  readonly #sprite: Sprite

  constructor(layer: Container, sprite: Sprite) {
    this.#sprite = sprite
    this.#geometry = new MeshGeometry({ positions: band(0), uvs: band(0), indices: new Uint32Array([0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7]) })
    this.#mesh = new Mesh({ geometry: this.#geometry, texture: sprite.texture })
    this.#mesh.blendMode = 'add'
    this.#mesh.alpha = LIGHT
    layer.addChild(this.#mesh)
  }

  /** Lays the band where it has run to; at either end there is none. `reel` is where the symbol's reel begins. */
  run(share: number, reel: number): void {
    const { x, y, width, height, rotation, texture } = this.#sprite
    this.#mesh.visible = share > 0 && share < 1
    if (!this.#mesh.visible) return
    this.#mesh.texture = texture
    const corners = band(share)
    this.#geometry.uvs = corners
    this.#geometry.positions = corners.map((corner) => corner - 0.5)
    this.#mesh.position.set(reel + x, y)
    this.#mesh.rotation = rotation
    this.#mesh.scale.set(width, height)
  }

  /** Takes the light away. */
  end(): void {
    this.#mesh.destroy()
    this.#geometry.destroy(true)
  }
}

/** The corners of the bands after a share of the way, kept inside the symbol: beside it in its sheet is another one. */
export function band(share: number): Float32Array {
  const reach = SLANT / 2 + Math.max(...HALVES)
  const middle = -reach + share * (1 + 2 * reach)
  const inside = (x: number): number => Math.min(1, Math.max(0, x))
  return new Float32Array(
    HALVES.flatMap((half) => {
      const [top, bottom] = [middle + SLANT / 2, middle - SLANT / 2]
      return [inside(top - half), 0, inside(top + half), 0, inside(bottom + half), 1, inside(bottom - half), 1]
    }),
  )
}
