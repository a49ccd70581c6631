/** Side of one symbol in the sheet, in pixels. */
export const SYMBOL_PIXELS = 288

/** Symbols in a row of the sheet. */
export const SHEET_COLUMNS = 4
