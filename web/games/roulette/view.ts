/** Where the wheel stands: beside the table, above it, or over it while the ball rolls; the table may stand upright. */
export type TableView = 'beside' | 'above' | 'over' | 'upright'

/** From this width on a table keeps fields of a good size beside the wheel. */
const BESIDE_WIDTH_MIN = 800
/** Wider stages show a table lying down. */
const UPRIGHT_WIDTH_MAX = 560
/** A table that stands has 14 rows; lower ones are too hard to hit. */
const UPRIGHT_ROWS = 14
const ROW_MIN = 30
/** What else stands on the stage: last numbers and margins. */
const AROUND = 68
/** Height of a table that lies, as a share of its width. */
const LYING_SHARE = 6.6 / 14
/** The smallest wheel that is worth its place. */
const WHEEL_MIN = 200

/** How table and wheel share a stage of this size, so that the whole table is in sight. */
export function tableView(width: number, height: number): TableView {
  if (width >= BESIDE_WIDTH_MIN) return 'beside'
  if (width < UPRIGHT_WIDTH_MAX && height >= UPRIGHT_ROWS * ROW_MIN + AROUND) return 'upright'
  return height - width * LYING_SHARE - AROUND >= WHEEL_MIN ? 'above' : 'over'
}
