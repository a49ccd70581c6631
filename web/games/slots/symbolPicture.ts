import { element } from '../shell/dom'
import { SHEET_COLUMNS } from './sheet'
import type { SlotTextures } from './textures'

/** The picture of a symbol for the page, cut out of the sheet. What it shows is said elsewhere. */
export function symbolPicture({ names, sheetUrl }: Pick<SlotTextures, 'names' | 'sheetUrl'>, id: string): HTMLElement {
  const index = names.indexOf(id)
  const rows = Math.ceil(names.length / SHEET_COLUMNS)
  const node = element('span', { class: 'symbol-picture', attributes: { 'aria-hidden': 'true' } })
  node.style.backgroundImage = `url(${sheetUrl})`
  node.style.backgroundSize = `${SHEET_COLUMNS * 100}% ${rows * 100}%`
  node.style.backgroundPosition = `${((index % SHEET_COLUMNS) / (SHEET_COLUMNS - 1)) * 100}% ${(Math.floor(index / SHEET_COLUMNS) / Math.max(1, rows - 1)) * 100}%`
  return node
}
