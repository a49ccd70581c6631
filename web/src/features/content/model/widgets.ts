/** Data of a page for widgets, by the widget. */
export interface Widgets {
  /** What lists of news show of an article: its day (`YYYY-MM-DD`) and the address of its picture, as `WidePicture` reads it. */
  news?: { date: string; image: string }
  /** Things to say in a few words, each with the name of a drawing. */
  points?: { title: string; text: string; icon: string }[]
  /** What was won: by whom it was given, for what, and when. */
  awards?: { name: string; nomination: string; prize: string; year: number; imgUrl: string }[]
  /** Widgets that bring their own data, in the order in which they stand below the text. */
  blocks?: Block[]
}

export type Block = 'articles' | 'winners' | 'payment-methods'

/** Reads the data that a page brings along; the server has checked its shape, and none is an empty set. */
export function widgetsOf(json: string | null | undefined): Widgets {
  if (!json) return {}
  try {
    return JSON.parse(json) as Widgets
  } catch {
    return {}
  }
}
