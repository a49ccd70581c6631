import { Container, Texture } from 'pixi.js'
import { vi } from 'vitest'
import type { SlotsDefinition } from '../play/types'
import type { Playback } from '../shell/motion'
import { layOut } from './layout'
import { lookOf } from './look'
import { Reel } from './reel'
import type { Scene } from './scene'
import type { Window } from './timeline'

/** A pen that draws nothing: where a test needs the renderer's own containers, they ask the canvas for one. */
const pen = new Proxy(
  {},
  {
    get: (_, name) => {
      if (name === 'measureText') return (text: string) => ({ width: text.length * 10, actualBoundingBoxAscent: 10, actualBoundingBoxDescent: 2 })
      if (name === 'getImageData') return () => ({ data: [0, 0, 0, 0] })
      if (typeof name === 'string' && name.startsWith('create')) return () => ({ addColorStop: () => undefined })
      return () => undefined
    },
    set: () => true,
  },
)

/** Gives every canvas such a pen. */
export function letCanvasDraw(): void {
  vi.stubGlobal('CanvasRenderingContext2D', class {})
  HTMLCanvasElement.prototype.getContext = (() => pen) as unknown as HTMLCanvasElement['getContext']
}

/** A playback in which every animation has three frames and nothing waits; `seen` hears of each of them. */
export function instant(seen: (milliseconds: number) => void = () => undefined): Playback {
  return {
    turbo: false,
    skipping: false,
    wait: (milliseconds: number) => Promise.resolve(seen(milliseconds)),
    animate: async (milliseconds: number, frame: (share: number) => void) => {
      seen(milliseconds)
      for (const share of [0, 0.5, 1]) {
        frame(share)
        await Promise.resolve()
      }
    },
  } as unknown as Playback
}

/** The stage with reels that turn and no renderer. */
export function bareScene(definition: SlotsDefinition, window: Window): Scene {
  const symbols = new Map(definition.symbols.map(({ id }) => [id, new Texture({ source: Texture.WHITE.source, label: id })]))
  const layout = layOut(1_200, 700, definition.reels, definition.rows)
  const reels = window.map((column) => {
    const reel = new Reel(definition.rows, symbols, new Map(), () => definition.symbols[0]!.id)
    reel.resize(layout.cell, layout.reels.height)
    reel.set(column)
    return reel
  })
  return {
    definition,
    layout,
    reels,
    look: lookOf('velvet-noir'),
    textures: { symbols, blurred: new Map() },
    coin: definition.symbols.find(({ role }) => role === 'coin')?.id,
    effects: new Container(),
    overlay: new Container(),
    isAccelerated: false,
    app: {
      canvas: document.createElement('canvas'),
      screen: { width: 1_200, height: 700 },
      renderer: { on: () => undefined, generateTexture: () => Texture.WHITE },
    },
    show: (next: Window) => reels.forEach((reel, i) => reel.set(next[i] ?? [])),
    onStop: () => undefined,
    onLight: () => undefined,
  } as unknown as Scene
}
