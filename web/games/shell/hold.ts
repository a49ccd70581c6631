/** A press that lasts so long is held. */
const HOLD_MS = 500

/** Whether a key was pressed where it plays: Space or Enter, unless another control or a window takes it. */
export function isPlayKey(event: KeyboardEvent): boolean {
  if (event.key !== ' ' && event.key !== 'Enter') return false
  const target = event.target
  return !(target instanceof HTMLElement && target.closest('button, input, select, dialog, [tabindex="0"]') !== null)
}

/** Calls `press` for each key that plays; a key that is held down plays once. */
export function onPlayKey(press: () => void): void {
  document.addEventListener('keydown', (event) => {
    if (!isPlayKey(event) || event.repeat) return
    event.preventDefault()
    press()
  })
}

/** Tells whether the round button, or a key that plays, is held down. */
export class Hold {
  readonly #button: HTMLButtonElement
  readonly #begin: () => void
  #timer: ReturnType<typeof setTimeout> | undefined
  #isHeld = false
  #wasHeld = false
  #isSpent = false

  /** `begin` is called once when a hold begins. */
  constructor(button: HTMLButtonElement, begin: () => void) {
    this.#button = button
    this.#begin = begin
    button.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return
      this.#release()
      this.#wasHeld = false
      this.#timer = setTimeout(() => this.#hold(), HOLD_MS)
    })
    for (const end of ['pointerup', 'pointercancel', 'pointerleave']) button.addEventListener(end, () => this.#release())
    button.addEventListener('contextmenu', (event) => event.preventDefault())
    // What ends a hold is no press of its own.
    button.addEventListener('click', (event) => this.#wasHeld && event.stopImmediatePropagation(), { capture: true })
    document.addEventListener('keydown', (event) => this.#key(event))
    document.addEventListener('keyup', (event) => {
      if (this.#isHeld && event.target === this.#button) event.preventDefault()
      this.#release()
      this.#wasHeld = false
    })
    window.addEventListener('blur', () => this.#release())
    document.addEventListener('visibilitychange', () => this.#release())
  }

  /** Whether it is held down now. */
  get isHeld(): boolean {
    return this.#isHeld
  }

  /** What is held now holds nothing any more, until it is let go. */
  spend(): void {
    this.#isHeld = false
    this.#isSpent = true
  }

  #key(event: KeyboardEvent): void {
    if (!event.repeat) this.#isSpent = false
    const isOnButton = event.target === this.#button && (event.key === ' ' || event.key === 'Enter')
    if (event.repeat && (isOnButton || isPlayKey(event))) this.#hold()
  }

  #hold(): void {
    if (this.#isHeld || this.#isSpent) return
    this.#isHeld = true
    this.#wasHeld = true
    this.#begin()
  }

  #release(): void {
    clearTimeout(this.#timer)
    this.#isHeld = false
    this.#isSpent = false
  }
}

/** The game that a hold plays in. */
interface HeldGame {
  auto: { readonly isOn: boolean; stop: () => void }
  /** Plays a round; answers nothing when it was refused. */
  spin: () => Promise<object | undefined>
  /** The round on show now, if any. */
  onShow: () => Promise<unknown> | undefined
}

/** Plays on for as long as `hold` lasts, from the end of the round on show; one that ends an autoplay does nothing else. */
export async function playHeld(hold: Pick<Hold, 'isHeld' | 'spend'>, { auto, spin, onShow }: HeldGame): Promise<void> {
  if (auto.isOn) {
    auto.stop()
    return hold.spend()
  }
  await onShow()
  while (hold.isHeld && onShow() === undefined && (await spin()) !== undefined);
}
