/**
 * A page that is rendered at build time stands for every visitor, so what differs between visits is a mark
 * in it. Marks are words of letters, digits and underscores: they pass through URLs and HTML unchanged.
 */

/** One piece of a rendered page. The server (`server/src/site/prerender.rs`) reads the same shape. */
export type TemplatePart =
  | string
  /** A value of the visit by its name, `or` what stands there when it has none. */
  | { value: string; or?: TemplatePart[] }
  /** A text of the site: its key, what stands there when there is no such text, and its placeholders. */
  | { text: TemplatePart[]; or?: TemplatePart[]; values: Record<string, TemplatePart[]> }
  /** HTML that the operator has written, by its name. It stands between tags, never within one. */
  | { html: string }
  /** Once for each item of a list, from the one at `from` up to the one at `to`. */
  | { each: string; from: number; to: number; of: TemplatePart[] }
  /** Only when the visit has this value. */
  | { given: string; of: TemplatePart[] }
  /** The first of these that has a part of the visit's value `by`, in lower case; none of them when none has. */
  | { by: string; choices: { parts: readonly string[]; of: TemplatePart[] }[] }

type Mark = Extract<TemplatePart, { value: string } | { text: TemplatePart[] } | { html: string }>

const NUMBER_BASE = 777_000_000
const MARKS = /__m(\d+)__|777(\d{6})/

const marks: Mark[] = []

function indexOf(mark: Mark): number {
  const text = JSON.stringify(mark)
  const known = marks.findIndex((other) => JSON.stringify(other) === text)
  return known >= 0 ? known : marks.push(mark) - 1
}

/** The mark of a value of the visit. */
export function valueMark(name: string, or?: string): string {
  return `__m${indexOf({ value: name, ...(or !== undefined && { or: [or] }) })}__`
}

/** The same where only a number will do. */
export function numberMark(name: string): number {
  return NUMBER_BASE + indexOf({ value: name })
}

/** The mark of HTML, for where HTML is set as it is. */
export function htmlMark(name: string): string {
  return `__m${indexOf({ html: name })}__`
}

/** The mark of a text of the site. */
export function textMark(key: string, values: Record<string, string | number>, or?: string): string {
  const pieces = Object.entries(values).map(([name, value]) => [name, segments(String(value))] as const)
  return `__m${indexOf({ text: segments(key), ...(or !== undefined && { or: segments(or) }), values: Object.fromEntries(pieces) })}__`
}

/** Cuts `html` at its marks. */
export function segments(html: string): TemplatePart[] {
  const found: TemplatePart[] = []
  let rest = html
  for (let match = MARKS.exec(rest); match; match = MARKS.exec(rest)) {
    const mark = marks[Number(match[1] ?? match[2])]
    if (!mark) throw new Error(`${match[0]} is no mark`)
    if (match.index > 0) found.push(rest.slice(0, match.index))
    found.push(mark)
    rest = rest.slice(match.index + match[0].length)
  }
  return rest === '' ? found : [...found, rest]
}

/** What becomes of every innermost `tag` in which `mark` stands. It holds no element of its own kind. */
export interface Cut {
  tag: string
  mark: string
  of: (element: string) => TemplatePart[]
}

/** Where in `html` each `tag` with `mark` in it begins and ends. */
export function elementsWith(html: string, tag: string, mark: string): { start: number; end: number }[] {
  const spans = [...html.matchAll(new RegExp(`<${tag}[ >]`, 'g'))].map(({ index }) => ({
    start: index,
    end: html.indexOf(`</${tag}>`, index) + tag.length + 3,
  }))
  return spans.filter(({ start, end }) => html.slice(start, end).includes(mark))
}

/** Cuts `html` at its marks, and before that where `cuts` say so. */
export function segmentsOf(html: string, cuts: Cut[]): TemplatePart[] {
  for (const { tag, mark, of } of cuts) {
    const span = elementsWith(html, tag, mark).at(-1)
    if (span) return [...segmentsOf(html.slice(0, span.start), cuts), ...of(html.slice(span.start, span.end)), ...segmentsOf(html.slice(span.end), cuts)]
  }
  return segments(html)
}
