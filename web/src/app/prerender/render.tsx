import type { QueryClient } from '@tanstack/react-query'
import { createMemoryHistory } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import { collectionsQuery } from '@/api/info/catalogue'
import { logoQuery } from '@/api/info/brand'
import { menuQuery } from '@/api/info/menu'
import { clientContextQuery } from '@/api/session/clientContext'
import { playerQuery } from '@/api/session/player'
import type { ClientContext, Collection, MenuItem, Player } from '@/api/types'
import { App } from '../App'
import { createQueryClient } from '../queryClient'
import { createAppRouter } from '../router'
import { elementsWith, numberMark, segments, segmentsOf, textMark, valueMark, type Cut, type TemplatePart } from './marks'

const BASE = '/__base__'
/** Tiles that the server fills in: two rows of a wide screen. */
export const TILES_MAX = 14
/** A page that is not whole after so many tries, so far apart, never will be. */
const TRIES = 100
const TRY_MS = 100
/** Keeps a line without saying anything. */
export const NO_TEXT = '\u00a0'

/** Each category of the operator. */
export const LISTED: Collection = {
  id: valueMark('collection.id'),
  title: valueMark('collection.title'),
  games_count: numberMark('collection.games_count'),
}

/** Those that the navigation names when the operator has them. */
export const IN_NAVIGATION: Collection[] = ['slots', 'top', 'new', 'table'].map((id) => ({ id, title: id, games_count: 1 }))

/** The menu of a fresh install. Items that a site has besides come with the page's scripts. */
const MENU: MenuItem[] = [
  ['pokies', 'pokies', '/pokies/slots'],
  ['top', 'flame', '/pokies/top'],
  ['new', 'sparkle', '/pokies/new'],
  ['table', 'table', '/live/table'],
  ['providers', 'layers', '/producers'],
].map(([id = '', icon = '', path = '']) => ({ id, icon, path, title: `nav.${id}`, group_ids: [] }))

/** That of the page. */
export const SHOWN: Collection = { id: valueMark('slug'), title: valueMark('title'), games_count: TILES_MAX }

/** Parts of a page that are still on their way leave it empty: it is drawn anew until it is whole. */
async function whole(path: string, draw: () => string): Promise<string> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const html = draw()
    if (html.includes('<main')) return html
    await new Promise((resolve) => setTimeout(resolve, TRY_MS))
  }
  throw new Error(`${path} stays empty`)
}

/** The page at `path` with marks, as a guest or a player first sees it once `seed` has brought its data. */
export async function render(path: string, isPlayer: boolean, seed: (client: QueryClient) => void): Promise<string> {
  const client = createQueryClient()
  client.setQueryData(playerQuery.queryKey, isPlayer ? ({ id: 1, email: valueMark('email') } as Player) : null)
  client.setQueryData(clientContextQuery.queryKey, { brand: valueMark('brand') } as ClientContext)
  client.setQueryData(logoQuery.queryKey, { logoUrl: { full: valueMark('logo_full'), mobile: valueMark('logo_mobile') } })
  client.setQueryData(collectionsQuery.queryKey, [...IN_NAVIGATION, LISTED])
  client.setQueryData(menuQuery(isPlayer ? 1 : null).queryKey, MENU)
  seed(client)
  // The address of the lobby has no slash at its end: one would lead on to it, and nothing would be drawn meanwhile.
  const router = createAppRouter(client, { basepath: BASE, history: createMemoryHistory({ initialEntries: [path === '/' ? BASE : BASE + path] }) })
  router.update({ ...router.options, scrollRestoration: false })
  await router.load()
  const html = await whole(path, () => renderToString(<App queryClient={client} router={router} />))
  const bare = html
    // Marks of React's own and its hints: nobody takes this page over node by node.
    .replaceAll(/<!--.*?-->|<template[^>]*><\/template>|<link rel="preload"[^>]*>/g, '')
    // Told to readers once there is something new to tell.
    .replaceAll(/<p role="status"[^>]*>.*?<\/p>/g, '')
  return bare.replaceAll(`"${BASE}/`, `"${valueMark('base')}/`).replaceAll(`"${BASE}"`, `"${valueMark('home')}"`)
}

/** A day for which one of the visit's own stands. */
export const DAY = '2026-01-01'

/** The page with `mark` for the day: it is written by the browser, in the reader's notation, and keeps its line until then. */
export const dated = (html: string, mark: string) => html.replaceAll(/(<time [^>]*>).*?(?=<\/time>)/g, `$1${NO_TEXT}`).replaceAll(DAY, mark)

/** What becomes of an element that is there only when the visit has the value `name`. */
export const given =
  (name: string) =>
  (element: string): TemplatePart[] => [{ given: name, of: segments(element) }]
const nothing = (): TemplatePart[] => []

/** What differs between houses and visits by more than a word. */
const CUTS: Cut[] = [
  // The category on show is one of those that are listed.
  { tag: 'a', mark: textMark(`category.${SHOWN.id}`, {}, SHOWN.title), of: nothing },
  ...IN_NAVIGATION.map(({ id, title }) => ({ tag: 'a', mark: textMark(`category.${id}`, {}, title), of: nothing })),
  ...MENU.map(({ id, title }) => ({ tag: 'a', mark: textMark(title, {}, id), of: given(`menu.${id}`) })),
  { tag: 'a', mark: LISTED.id, of: (tab) => [{ each: 'collections', from: 0, to: Number.MAX_SAFE_INTEGER, of: segments(tab) }] },
  { tag: 'a', mark: 'mode=demo', of: given('game.demo') },
  { tag: 'a', mark: 'mode=real', of: given('game.for_money') },
  // A site with a single studio has nothing to choose.
  { tag: 'section', mark: 'aria-expanded="false" aria-controls="', of: given('providers.several') },
  // Wide art is drawn for the built-in games.
  { tag: 'picture', mark: '/art/hero/', of: given('game.drawn') },
]

/** The page cut at its marks, and where houses and visits differ by more than a word, in `also` of this page alone. */
export const filled = (html: string, also: Cut[] = []) => segmentsOf(html, [...also, ...CUTS])

/** What the address of a wide picture may be, as the server tells it apart: with `{width}` and `{format}`, `{width}` or neither. */
const PICTURES = {
  formats: (name: string) => `${valueMark(`${name}_start`)}{width}${valueMark(`${name}_middle`)}{format}${valueMark(`${name}_end`)}`,
  widths: (name: string) => `${valueMark(`${name}_start`)}{width}${valueMark(`${name}_end`)}`,
  plain: (name: string) => valueMark(name),
}

/** A page that shows the wide picture `name`, drawn for every kind of address: its HTML, and the cut that chooses the kind of its picture at `place`. */
export async function withPicture(name: string, draw: (image: string) => Promise<string>) {
  const drawn: { given: string; html: string; pictures: string[] }[] = []
  for (const [kind, address] of Object.entries(PICTURES)) {
    const html = await draw(address(name))
    const pictures = elementsWith(html, 'picture', valueMark(kind === 'plain' ? name : `${name}_start`))
    drawn.push({ given: `${name}.${kind}`, html, pictures: pictures.map(({ start, end }) => html.slice(start, end)) })
  }
  const cut = (place: number): Cut => ({
    tag: 'picture',
    mark: valueMark(`${name}_start`),
    of: () => drawn.map(({ given, pictures }) => ({ given, of: segments(pictures.at(place) ?? '') })),
  })
  return { html: drawn[0]!.html, cut }
}
