import { layOut } from './layout'
import type { Window } from './timeline'

/** The stage without a renderer: the tests of the client import it in place of `./scene`. */
export class Scene {
  static last: Scene | undefined
  readonly app = { canvas: document.createElement('canvas') }
  readonly layout = layOut(1200, 700, 5, 3)
  readonly reels = []
  readonly textures = { symbols: {}, names: [], sheetUrl: '' }
  onLayout = (): void => undefined
  /** The window that is seen. */
  shown: Window = []
  readonly show = (window: Window): void => void (this.shown = window)
  readonly rest = (): void => undefined
  readonly dusk = (): void => undefined

  static open(): Promise<Scene> {
    Scene.last = new Scene()
    return Promise.resolve(Scene.last)
  }
}

/** What draws on the stage and is seen by nobody here: in place of `./effects` and `./featureLayer`. */
export class Drawn {
  constructor() {
    return new Proxy(this, { get: () => () => Promise.resolve() })
  }
}
