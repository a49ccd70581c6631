/** What an element is built with: attributes, its text and its listeners. */
export interface Parts {
  class?: string
  text?: string
  attributes?: Readonly<Record<string, string>>
  on?: Readonly<Record<string, (event: Event) => void>>
}

/** Builds an HTML element with its children. */
export function element<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, parts: Parts = {}, ...children: (Node | string)[]): HTMLElementTagNameMap[Tag] {
  const node = document.createElement(tag)
  if (parts.class !== undefined) node.className = parts.class
  if (parts.text !== undefined) node.textContent = parts.text
  for (const [name, value] of Object.entries(parts.attributes ?? {})) node.setAttribute(name, value)
  for (const [name, listener] of Object.entries(parts.on ?? {})) node.addEventListener(name, listener)
  node.append(...children)
  return node
}

const SVG = 'http://www.w3.org/2000/svg'

/** Icons on a 24 by 24 grid, drawn as strokes. */
const ICONS = {
  close: 'M6 6l12 12M18 6L6 18',
  minus: 'M5 12h14',
  plus: 'M12 5v14M5 12h14',
  rules: 'M4 5h6a2 2 0 0 1 2 2v13a3 3 0 0 0-3-2H4zM20 5h-6a2 2 0 0 0-2 2v13a3 3 0 0 1 3-2h5z',
  soundOn: 'M4 9v6h4l5 4V5L8 9zM16.5 8.5a5 5 0 0 1 0 7M19 6a8.5 8.5 0 0 1 0 12',
  soundOff: 'M4 9v6h4l5 4V5L8 9zM17 9.5l5 5M22 9.5l-5 5',
  turbo: 'M13 3L5 14h6l-1 7 8-11h-6z',
  spin: 'M20 12a8 8 0 1 1-2.5-5.8M20 3v5h-5',
  skip: 'M5 5l8 7-8 7zM13 5l8 7-8 7z',
  undo: 'M9 7L4 12l5 5M4 12h10a6 6 0 0 1 0 12',
  clear: 'M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13',
  rebet: 'M4 12a8 8 0 0 1 14-5l2 2M20 4v5h-5M20 12a8 8 0 0 1-14 5l-2-2M4 20v-5h5',
  clock: 'M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18M12 7v5l3.5 2',
  double: 'M3 8l6 8M9 8l-6 8M13 10a4 4 0 0 1 8 0c0 3-8 4-8 7h8',
  autoplay: 'M20 12a8 8 0 1 1-3-6.2M20 2v5h-5M10 8.500l6 3.500-6 3.500z',
  rename: 'M4 20h4L19 9l-4-4L4 16zM13 7l4 4',
  more: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM16.5 13.5v7M13 17h7',
} as const

/** Names of the icons. */
export type IconName = keyof typeof ICONS

/** An icon; decorative, the control around it carries the name. */
export function icon(name: IconName): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg')
  svg.setAttribute('viewBox', '0 0 24 24')
  svg.setAttribute('aria-hidden', 'true')
  svg.classList.add('icon')
  const shape = document.createElementNS(SVG, 'path')
  shape.setAttribute('d', ICONS[name])
  svg.append(shape)
  return svg
}

/** A round button that shows an icon and is named by its label. */
export function iconButton(name: IconName, label: string, press: () => void, extra = ''): HTMLButtonElement {
  return element(
    'button',
    {
      class: `round-button ${extra}`,
      attributes: { type: 'button', 'aria-label': label, title: label },
      on: { click: press },
    },
    icon(name),
  )
}
