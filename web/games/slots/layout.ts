/** A rectangle in CSS pixels. */
export interface Rect {
  x: number
  y: number
  width: number
  height: number
}

/** Where everything stands in a window. */
export interface Layout {
  /** Side of a cell. */
  cell: number
  /** The window of the reels. */
  reels: Rect
  /** Thickness of the frame round the reels. */
  frame: number
  /** Room for the title, above the reels. */
  title: Rect
  /** Room for the board of a game that has one: beside the reels, or a strip above them. */
  board: (Rect & { isUpright: boolean }) | null
  /** Square for the figure beside the reels; null where there is no room. */
  mascot: Rect | null
}

/** The narrowest room beside the reels that a figure is put into. */
const MASCOT_ROOM_MIN = 170

/** A stage so low has no room for the title: the reels need it. */
const TITLE_ROOM_MIN = 420

/** The longest side a cell gets on a large screen. */
const CELL_MAX = 176

/** The narrowest room beside the reels that a board is put into, and its widest. */
const BOARD_ROOM_MIN = 150
const BOARD_WIDTH_MAX = 190

/** Fits the reels, the title and the board of a game that has one into a stage of the given size. */
export function layOut(width: number, height: number, reels: number, rows: number, hasBoard = false): Layout {
  if (!hasBoard) return fit(width, height, reels, rows, 0)
  const alone = fit(width, height, reels, rows, 0)
  const { reels: box, frame } = alone
  const side = box.x - frame
  if (side >= BOARD_ROOM_MIN) {
    const board = { x: box.x + box.width + frame + 16, y: box.y, width: Math.min(BOARD_WIDTH_MAX, side - 32), height: box.height, isUpright: true }
    return { ...alone, board }
  }
  const strip = height < TITLE_ROOM_MIN ? 34 : 42
  const under = fit(width, height, reels, rows, strip + 6)
  const { x, y, width: across } = under.reels
  return { ...under, board: { x: x - under.frame, y: y - under.frame - 6 - strip, width: across + 2 * under.frame, height: strip, isUpright: false } }
}

/** Fits the reels and the title, with so much room kept free between them. */
function fit(width: number, height: number, reels: number, rows: number, kept: number): Layout {
  const portrait = height > width
  const low = !portrait && height < TITLE_ROOM_MIN
  const frame = portrait ? 8 : low ? 10 : 16
  const titleShare = portrait ? 0.26 : low ? 0 : 0.17
  const margin = portrait ? 4 : low ? 6 : 24
  const wide = (width - 2 * (frame + margin)) / reels
  const tall = (height * (1 - titleShare) - kept - 2 * frame - (portrait ? 24 : low ? 8 : 16)) / rows
  const cell = Math.floor(Math.min(wide, tall, CELL_MAX))
  const size = { width: cell * reels, height: cell * rows }
  const free = height - kept - size.height - 2 * frame
  const titleHeight = low ? 0 : Math.min(free * (portrait ? 0.62 : 0.86), portrait ? 210 : 170)
  const gap = portrait ? 14 : low ? 0 : 6
  const top = Math.max(0, (free - titleHeight - gap) * (portrait ? 0.45 : 0.5))
  return {
    cell,
    frame,
    reels: { x: (width - size.width) / 2, y: top + titleHeight + gap + kept + frame, ...size },
    board: null,
    mascot: mascotBeside(width, height, (width - size.width) / 2 - frame),
    title: { x: width * 0.08, y: top, width: width * 0.84, height: titleHeight },
  }
}

/** Scale and offset that make a picture cover a box. */
export function cover(picture: { width: number; height: number }, box: { width: number; height: number }): { scale: number; x: number; y: number } {
  const scale = Math.max(box.width / picture.width, box.height / picture.height)
  return { scale, x: (box.width - picture.width * scale) / 2, y: (box.height - picture.height * scale) / 2 }
}

/** A figure stands low at the left of the reels and reaches a little behind the frame. */
function mascotBeside(width: number, height: number, room: number): Rect | null {
  if (room < MASCOT_ROOM_MIN) return null
  const side = Math.min(room * 1.12, height * 0.5, width * 0.26)
  return { x: (room - side) * 0.45, y: height - side, width: side, height: side }
}
