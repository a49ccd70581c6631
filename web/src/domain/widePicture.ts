import { pictureUrl } from './game'

/** Widths that every wide picture is exported in. */
const WIDTHS = [768, 1280, 1920]
/** That of the one for browsers that choose nothing. */
const WIDTH = 1280

type Format = 'avif' | 'webp'

/** The files of a wide picture, for `srcset`; the template of its address names its width. */
export function wideSources(template: string, format: Format): string {
  return WIDTHS.map((width) => `${pictureUrl(template, width, format)} ${width}w`).join(', ')
}

/** The file of a wide picture for browsers that choose nothing; an address that is no template stays as it is. */
export const wideUrl = (template: string): string => pictureUrl(template, WIDTH, 'webp')
