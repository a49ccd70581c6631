import type { GameContext } from '../context'
import type { MessageKey } from '../play/messages'
import type { Bet, SavedBet, SavedBets } from '../play/types'
import { element, iconButton } from '../shell/dom'
import { codeOf, refusalText } from '../shell/refusal'
import { sheet } from '../shell/sheet'
import type { SavedBetsKeeper } from './savedBets'

/** The longest name of a layout. */
const NAME_MAX = 40

/** What the sheet says of what is saved. */
export interface SavedWords {
  /** Nothing is saved yet. */
  none: MessageKey
  /** There is nothing that could be saved now. */
  empty: MessageKey
  save: MessageKey
  load: MessageKey
}

const CHIPS: SavedWords = { none: 'game.saved_none', empty: 'game.saved_empty', save: 'game.saved_save', load: 'game.saved_load' }

/** What the sheet of saved bets is built with. */
export interface SavedSheetParts {
  context: Pick<GameContext, 't' | 'money' | 'session' | 'frame'>
  keeper: SavedBetsKeeper
  /** The bets on the table. */
  bets: () => readonly Bet[]
  /** Puts a layout on the table and closes the sheet; or answers in a sentence why not. */
  load: (saved: SavedBet) => Promise<string | undefined>
  /** Says of an error what the table knows of it better than its code does. */
  explain: (error: unknown) => string | undefined
  /** Other words than those for chips. */
  words?: SavedWords
}

/** The sheet of saved bets: each can be put on the table, renamed and deleted, and what lies on the table can be saved. */
export class SavedSheet {
  readonly dialog: HTMLDialogElement
  readonly #parts: SavedSheetParts
  readonly #words: SavedWords
  readonly #list = element('ul', { class: 'saved-list' })
  readonly #none: HTMLElement
  readonly #said = element('p', { class: 'saved-said', attributes: { role: 'status' } })
  readonly #refused = element('p', { class: 'field-error', attributes: { role: 'alert' } })
  readonly #hint: HTMLElement
  readonly #name: HTMLInputElement
  readonly #form: HTMLFormElement
  #renamed: string | undefined
  #isBusy = false

  constructor(parts: SavedSheetParts) {
    this.#parts = parts
    this.#words = parts.words ?? CHIPS
    const { t, session } = parts.context
    this.#none = element('p', { text: t(this.#words.none), attributes: { hidden: '' } })
    this.#hint = element('p', { text: t(this.#words.empty) })
    this.#name = nameField()
    this.#form = this.#nameForm(this.#name, t(this.#words.save), (name) => this.#save(name))
    this.#form.classList.add('saved-new')
    const here = session.mode === 'demo' ? [element('p', { class: 'saved-here', text: t('game.saved_here') })] : []
    this.dialog = sheet(t('game.saved'), t, this.#none, this.#list, this.#said, this.#refused, this.#hint, this.#form, ...here)
  }

  /** Opens it with what is saved by now. */
  async open(): Promise<void> {
    const isEmpty = this.#parts.bets().length === 0
    this.#form.hidden = isEmpty
    this.#hint.hidden = !isEmpty
    this.#renamed = undefined
    this.#notify('', '')
    this.dialog.showModal()
    await this.#change(() => this.#parts.keeper.savedBets(), '')
  }

  #notify(said: string, refused: string): void {
    this.#said.textContent = said
    this.#refused.textContent = refused
  }

  /** Makes one change at a time, and shows what is kept after it; answers whether it was made. */
  async #change(change: () => Promise<SavedBets>, said: string): Promise<boolean> {
    if (this.#isBusy) return false
    this.#isBusy = true
    try {
      const { saved } = await change()
      this.#renamed = undefined
      this.#show(saved)
      this.#notify(said, '')
      return true
    } catch (error) {
      this.#notify('', this.#parts.explain(error) ?? this.#sentence(codeOf(error)))
      return false
    } finally {
      this.#isBusy = false
    }
  }

  #sentence(code: string): string {
    const { t } = this.#parts.context
    return code.startsWith('VALIDATION.NAME.') ? t('game.saved_name_invalid') : refusalText(t, code)
  }

  #show(saved: readonly SavedBet[]): void {
    this.#none.hidden = saved.length > 0
    this.#list.replaceChildren(...saved.map((one) => element('li', {}, ...this.#item(one, saved))))
  }

  #item(one: SavedBet, saved: readonly SavedBet[]): HTMLElement[] {
    const { t, money } = this.#parts.context
    const { name } = one
    if (this.#renamed === one.id) return [this.#renameForm(one, saved)]
    const amount = money(one.total_cents)
    const load = element(
      'button',
      {
        class: 'saved-load',
        attributes: { type: 'button', 'aria-label': t(this.#words.load, { name, amount }), 'data-id': one.id },
        on: { click: () => void this.#load(one) },
      },
      element('span', { text: name }),
      element('b', { text: amount }),
    )
    const rename = (): void => {
      this.#renamed = one.id
      this.#show(saved)
      this.#list.querySelector('input')?.select()
    }
    return [
      load,
      iconButton('rename', t('game.saved_rename', { name }), rename, 'quiet'),
      iconButton('clear', t('game.saved_delete', { name }), () => void this.#askToDelete(one), 'quiet'),
    ]
  }

  #renameForm(one: SavedBet, saved: readonly SavedBet[]): HTMLFormElement {
    const { t } = this.#parts.context
    const input = nameField(one.name)
    const back = (): void => {
      this.#renamed = undefined
      this.#show(saved)
      this.#focus(one.id)
    }
    const form = this.#nameForm(input, t('game.saved_rename', { name: one.name }), async (name) => {
      const isDone = await this.#change(() => this.#parts.keeper.renameSavedBets(one.id, name), t('game.saved_renamed', { name }))
      if (isDone) this.#focus(one.id)
    })
    form.append(element('button', { class: 'plain', text: t('game.saved_cancel'), attributes: { type: 'button' }, on: { click: back } }))
    return form
  }

  /** A field for a name with its button; an empty name is refused before anybody is asked. */
  #nameForm(input: HTMLInputElement, label: string, submit: (name: string) => Promise<void>): HTMLFormElement {
    const { t } = this.#parts.context
    const form = element(
      'form',
      { class: 'saved-form', attributes: { novalidate: '' } },
      element('label', {}, element('span', { text: t('game.saved_name') }), input),
      element('button', { class: 'primary', text: label, attributes: { type: 'submit' } }),
    )
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      const name = input.value.trim()
      if (name === '') {
        this.#notify('', t('game.saved_name_invalid'))
        input.focus()
      } else {
        void submit(name)
      }
    })
    return form
  }

  async #save(name: string): Promise<void> {
    const { context, keeper, bets } = this.#parts
    const isDone = await this.#change(() => keeper.saveBets(name, bets()), context.t('game.saved_kept', { name }))
    if (isDone) this.#name.value = ''
    else this.#name.focus()
  }

  async #load(one: SavedBet): Promise<void> {
    const refused = await this.#parts.load(one)
    if (refused !== undefined) this.#notify('', refused)
  }

  async #askToDelete({ id, name }: SavedBet): Promise<void> {
    const { context, keeper } = this.#parts
    const { t, frame } = context
    let isSure = false
    const run = (): void => {
      isSure = true
    }
    await frame.notice(t('game.saved_delete_sure', { name }), { label: t('game.saved_delete', { name }), run })
    if (!isSure) return
    await this.#change(() => keeper.deleteSavedBets(id), t('game.saved_deleted', { name }))
    // What had the focus is gone.
    const next = this.#list.querySelector<HTMLElement>('.saved-load') ?? this.dialog.querySelector<HTMLElement>('button')
    next?.focus()
  }

  #focus(id: string): void {
    const found = [...this.#list.querySelectorAll<HTMLElement>('.saved-load')].find((load) => load.dataset.id === id)
    found?.focus()
  }
}

function nameField(value = ''): HTMLInputElement {
  const attributes = { type: 'text', maxlength: String(NAME_MAX), autocomplete: 'off', enterkeyhint: 'done' }
  const input = element('input', { attributes })
  input.value = value
  return input
}
