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
  /** Room for the title, above the reels; where there is little, it reaches onto their frame. */
  title: Rect
  /** Room for the board of a game that has one: beside the reels, or a strip above them. */
  board: (Rect & { isUpright: boolean }) | null
  /** Row for what is said of the spins, under the title; null where there is room beside it, or none at all. */
  badges: Rect | null
  /** Room beside the reels for the chambers of a jackpot that stand there. */
  chambers: Rect | null
  /** Square for the figure beside the reels; null where there is no room. */
  mascot: Rect | null
}

/** What a game has on its stage besides its reels. */
export interface Company {
  /** Whether it has a board. */
  board?: boolean
  /** Whether the chambers of its jackpot stand beside the reels. */
  chambers?: boolean
  /** Width of the picture of its title against its height. */
  titleAspect?: number
}

/** The narrowest room beside the reels that a figure is put into. */
const MASCOT_ROOM_MIN = 170

/** A stage so low has no room for the title: the reels need it. */
const TITLE_ROOM_MIN = 420
/** Share of the stage's width that a title takes at most. */
const TITLE_WIDTH_MAX = 0.84
/** So high a title is never given up for air round it. */
const TITLE_HEIGHT = 118
/** Least air over the title, and under the frame of the reels. */
const AIR_MIN = { above: 4, below: 8 } as const
/** How the height that is left is shared out: over the title, and under the reels. What remains parts the two. */
const AIR = { above: 0.36, below: 0.4 } as const

/** How high the row of badges is, in a window where the title takes the width. */
const BADGES_HEIGHT = 38

/** The longest side a cell gets on a large screen. */
const CELL_MAX = 176

/** The narrowest room beside the reels that a board is put into, and its widest. */
const BOARD_ROOM_MIN = 150
const BOARD_WIDTH_MAX = 190
/** The same of the chambers of a jackpot. */
const CHAMBERS_ROOM_MIN = 180
const CHAMBERS_WIDTH_MAX = 220

/** Whether a window is so wide that the chambers of a jackpot stand beside the reels: above them they would cost height. */
export function hasSides({ innerWidth: width, innerHeight: height }: Pick<Window, 'innerWidth' | 'innerHeight'>): boolean {
  return width >= 1_000 && height >= 520 && width > height
}

/** Fits the reels, the title and what else the game has into a stage of the given size. */
export function layOut(width: number, height: number, reels: number, rows: number, company: Company = {}): Layout {
  const fitted = (kept: number): Layout => fit(width, height, reels, rows, { ...company, kept })
  const alone = fitted(0)
  const { reels: box, frame } = alone
  const side = box.x - frame
  if (company.chambers === true) return { ...alone, chambers: besideReels(alone, side, CHAMBERS_WIDTH_MAX, frame) }
  if (company.board !== true) return alone
  if (side >= BOARD_ROOM_MIN) return { ...alone, board: { ...besideReels(alone, side, BOARD_WIDTH_MAX, 0), isUpright: true } }
  const strip = height < TITLE_ROOM_MIN ? 40 : 42
  const under = fitted(strip + 6)
  const { x, y, width: across } = under.reels
  return { ...under, board: { x: x - under.frame, y: y - under.frame - 6 - strip, width: across + 2 * under.frame, height: strip, isUpright: false } }
}

/** At the right of the reels, as high as they are and by so much higher at either end. */
function besideReels({ reels: box, frame }: Layout, side: number, widest: number, more: number): Rect {
  return { x: box.x + box.width + frame + 16, y: box.y - more, width: Math.min(widest, side - 32), height: box.height + 2 * more }
}

/** Fits the reels and the title, with so much height kept free between them. */
function fit(width: number, height: number, reels: number, rows: number, { kept, chambers, titleAspect = 1 }: Company & { kept: number }): Layout {
  const portrait = height > width
  const low = !portrait && height < TITLE_ROOM_MIN
  const frame = portrait ? 8 : low ? 10 : 16
  const titleShare = portrait ? 0.26 : low ? 0 : 0.17
  const margin = chambers === true ? CHAMBERS_ROOM_MIN : portrait ? 4 : low ? 6 : 24
  const wide = (width - 2 * (frame + margin)) / reels
  const tall = (height * (1 - titleShare) - kept - 2 * frame - (portrait ? 24 : low ? 8 : 16)) / rows
  const cell = Math.floor(Math.min(wide, tall, CELL_MAX))
  const size = { width: cell * reels, height: cell * rows }
  const free = height - kept - size.height - 2 * frame
  // Between the title and the frame nothing may stand where the one reaches onto the other.
  const reach = portrait || kept > 0 ? 0 : frame * 0.75
  const room = portrait ? free * 0.62 : Math.max(free * 0.72, Math.min(free, TITLE_HEIGHT) + reach - AIR_MIN.above - AIR_MIN.below)
  const row = portrait ? BADGES_HEIGHT : 0
  const highest = portrait ? Math.min(210, free - row - AIR_MIN.above - AIR_MIN.below) : 170
  const titleHeight = low ? 0 : Math.min(room, highest, (width * TITLE_WIDTH_MAX) / titleAspect)
  const left = free - titleHeight - row
  const below = low ? left / 2 : Math.max(AIR_MIN.below, left * AIR.below)
  const above = low ? left / 2 : Math.min(left - below + reach, Math.max(AIR_MIN.above, left * AIR.above))
  const top = height - below - 2 * frame - size.height
  const underTitle = above + titleHeight
  return {
    cell,
    frame,
    reels: { x: (width - size.width) / 2, y: top + frame, ...size },
    board: null,
    badges: portrait ? { x: 0, y: (underTitle + top - kept - row) / 2, width, height: row } : null,
    chambers: null,
    mascot: mascotBeside(width, height, (width - size.width) / 2 - frame),
    title: { x: (width * (1 - TITLE_WIDTH_MAX)) / 2, y: above, width: width * TITLE_WIDTH_MAX, height: titleHeight },
  }
}

/** Scale and offset that make a picture cover a box. */
export function cover(picture: { width: number; height: number }, box: { width: number; height: number }): { scale: number; x: number; y: number } {
  const scale = Math.max(box.width / picture.width, box.height / picture.height)
  return { scale, x: (box.width - picture.width * scale) / 2, y: (box.height - picture.height * scale) / 2 }
}

/** How much a picture is enlarged so that what has to be seen of it does not stand behind the reels. */
const CLOSER = 1.3

/** The same, with a point of the picture, in shares of it, at the right over the reels, whose frame begins at `frameTop`. */
export function coverAround(
  picture: { width: number; height: number },
  box: { width: number; height: number },
  point: Readonly<{ x: number; y: number }>,
  frameTop: number,
): { scale: number; x: number; y: number } {
  const plain = cover(picture, box)
  const isHidden = plain.y + point.y * picture.height * plain.scale > frameTop - 12
  const scale = plain.scale * (isHidden ? CLOSER : 1)
  const along = (side: number, whole: number, share: number, spot: number): number => Math.min(0, Math.max(side - whole * scale, spot - share * whole * scale))
  return {
    scale,
    x: along(box.width, picture.width, point.x, box.width * 0.84),
    y: along(box.height, picture.height, point.y, frameTop * 0.55),
  }
}

/** A figure stands low at the left of the reels and reaches a little behind the frame. */
function mascotBeside(width: number, height: number, room: number): Rect | null {
  if (room < MASCOT_ROOM_MIN) return null
  const side = Math.min(room * 1.12, height * 0.5, width * 0.26)
  return { x: (room - side) * 0.45, y: height - side, width: side, height: side }
}
