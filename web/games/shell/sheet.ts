import type { Translate } from '../play/messages'
import { panel } from './frame'

/** A dialog that rises from the lower edge of a phone, and stands over the bar of a larger screen. */
export function sheet(title: string, t: Translate, ...content: (Node | string)[]): HTMLDialogElement {
  const dialog = panel(title, t, ...content)
  dialog.classList.add('sheet')
  return dialog
}
