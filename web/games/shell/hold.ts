/** A press that lasts so long is held. */
const HOLD_MS = 500

/** Whether a key was pressed where it plays: Space or Enter, unless another control or a window takes it. */
export function isPlayKey(event: KeyboardEvent): boolean {
  if (event.key !== ' ' && event.key !== 'Enter') return false
  const target = event.target
  return !(target instanceof HTMLElement && target.closest('button, input, select, dialog, [tabindex="0"]') !== null)
}

/** Tells whether the round button, or a key that plays, is held down. */
export class Hold {
  readonly #button: HTMLButtonElement
  readonly #begin: () => void
  #timer: ReturnType<typeof setTimeout> | undefined
  #isHeld = false
  #wasHeld = false

  /** `begin` is called when a hold begins, and again with each repeat of a held key. */
  constructor(button: HTMLButtonElement, begin: () => void) {
    this.#button = button
    this.#begin = begin
    button.addEventListener('pointerdown', () => {
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

  #key(event: KeyboardEvent): void {
    const isOnButton = event.target === this.#button && (event.key === ' ' || event.key === 'Enter')
    if (event.repeat && (isOnButton || isPlayKey(event))) this.#hold()
  }

  #hold(): void {
    this.#isHeld = true
    this.#wasHeld = true
    this.#begin()
  }

  #release(): void {
    clearTimeout(this.#timer)
    this.#isHeld = false
  }
}
