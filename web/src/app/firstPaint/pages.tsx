import type { QueryClient } from '@tanstack/react-query'
import { createMemoryHistory } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import { collectionsQuery, providersQuery } from '@/api/info/catalogue'
import { logoQuery } from '@/api/info/brand'
import { menuQuery } from '@/api/info/menu'
import { openPagesQuery } from '@/api/info/openPages'
import { textPageKey } from '@/api/info/textPages'
import { clientContextQuery } from '@/api/session/clientContext'
import { playerQuery } from '@/api/session/player'
import type { ClientContext, Collection, Game, MenuItem, Page, Player, Provider, TextPage } from '@/api/types'
import { gameQuery, gamesListQuery, gamesRowQuery } from '@/features/catalogue/api/games'
import { EAGER_TILES } from '@/features/catalogue/components/TileGrid'
import type { Widgets } from '@/features/content/model/widgets'
import { currentLocale } from '@/i18n/messages'
import { App } from '../App'
import { createQueryClient } from '../queryClient'
import { createAppRouter } from '../router'
import { elementsWith, htmlMark, numberMark, segments, segmentsOf, textMark, valueMark, type Cut, type Segment } from './marks'

const BASE = '/__base__'
/** Tiles that the server fills in: two rows of a wide screen. */
const TILES_MAX = 14
/** Tiles of which a phone sees the picture at first. */
const TILES_OF_PHONE = 4
/** A page that is not whole after so many tries, so far apart, never will be. */
const TRIES = 100
const TRY_MS = 100
/** Keeps a line without saying anything. */
const NO_TEXT = '\u00a0'
/** A transparent pixel. */
const NO_PICTURE = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA='

function game(name: string): Game {
  const value = (field: string, or?: string) => valueMark(`${name}.${field}`, or)
  return {
    id: 0,
    identifier: value('identifier'),
    title: value('title'),
    name: value('title'),
    slug: value('slug'),
    seo_title: value('seo_title'),
    provider: value('provider'),
    categories: [],
    collections: {},
    badges: [],
    preview: `${value('preview_start')}{width}${value('preview_middle')}{format}${value('preview_end')}`,
    placeholder: value('placeholder', NO_PICTURE),
    accent: value('accent'),
    currencies: {},
    has_demo_mode: true,
    // Numbers are written by the browser, in the reader's notation.
    rtp: null,
    volatility: null,
    max_win_x: null,
    hit_rate: null,
    mechanics: [],
    // The wide art comes with the scripts, save on the game's own page.
    own: false,
  }
}

const pageOf = (data: Game[]): Page<Game> => ({
  data,
  pagination: { current_page: 1, next_page: null, total_pages: 1, total_count: data.length },
})

/** Each category of the house. */
const LISTED: Collection = {
  id: valueMark('collection.id'),
  title: valueMark('collection.title'),
  games_count: numberMark('collection.games_count'),
}

/** Those that the navigation names when the house has them. */
const IN_NAVIGATION: Collection[] = ['top', 'new', 'table'].map((id) => ({ id, title: id, games_count: 1 }))

/** The menu of a fresh install. Items that a house has besides come with the page's scripts. */
const MENU: MenuItem[] = [
  ['pokies', 'pokies', '/pokies/all'],
  ['top', 'flame', '/pokies/top'],
  ['new', 'sparkle', '/pokies/new'],
  ['table', 'table', '/live/table'],
  ['providers', 'layers', '/producers'],
].map(([id = '', icon = '', path = '']) => ({ id, icon, path, title: `nav.${id}`, group_ids: [] }))

/** That of the page. */
const SHOWN: Collection = { id: valueMark('slug'), title: valueMark('title'), games_count: TILES_MAX }

/** Parts of a page that are still on their way leave it empty: it is drawn anew until it is whole. */
async function whole(path: string, draw: () => string): Promise<string> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const html = draw()
    if (html.includes('<main')) return html
    await new Promise((resolve) => setTimeout(resolve, TRY_MS))
  }
  throw new Error(`${path} stays empty`)
}

async function render(path: string, isPlayer: boolean, seed: (client: QueryClient) => void): Promise<string> {
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

/** What the shell shows around any page. */
const frame = (isPlayer: boolean) => render('/oops', isPlayer, () => undefined).then(withoutPage).then(filled)

const lobby = async (isPlayer: boolean) => {
  const first = [0, 1, 2].map((place) => ({ ...game(`game${place}`), has_demo_mode: false }))
  const html = await render('/', isPlayer, (client) => client.setQueryData(gamesRowQuery({}).queryKey, pageOf(first)))
  // The slides beside the first are out of sight, and their pictures would compete with what is in sight.
  return filled(html.replaceAll(/(<li[^>]* inert="[^>]*>).*?<\/li>/g, '$1</li>'))
}

/** A list of games: of a category or of a studio, whose address begins with `family`. */
const list = async (family: '/pokies' | '/producers', isPlayer: boolean) => {
  const slug = SHOWN.id
  const filter = family === '/producers' ? { providers: [slug] } : { categories: [slug] }
  const games = Array.from({ length: EAGER_TILES + 1 }, (_, place) => ({ ...game('game'), identifier: `place${place}` }))
  const html = await render(`${family}/${slug}`, isPlayer, (client) => {
    client.setQueryData(collectionsQuery.queryKey, [...IN_NAVIGATION, LISTED, SHOWN])
    client.setQueryData<Provider[]>(providersQuery.queryKey, [
      { ...SHOWN, logo: null },
      { id: game('game').provider, title: valueMark('game.provider_title'), games_count: 1, logo: null },
    ])
    client.setQueryData(gamesListQuery(filter).queryKey, { pages: [pageOf(games)], pageParams: [1] })
  })
  return tiled(html)
}

const gamePage = async (isPlayer: boolean) => {
  const shown = { ...game('game'), own: true }
  const html = await render(`/play/${shown.provider}/${shown.seo_title}`, isPlayer, (client) =>
    client.setQueryData(gameQuery(shown.provider, shown.seo_title).queryKey, shown),
  )
  return filled(html)
}

/** A page of the house's own text. Where it stands is not told in it: `path` is that of any page of its kind. */
const textPage = async (path: string, isPlayer: boolean, widgets: Widgets = {}) => {
  const content = htmlMark('page.content')
  const page: TextPage = {
    id: 0,
    path,
    title: valueMark('page.title'),
    content,
    categories: [],
    blocks: { title: '', description: '', keywords: '', json: JSON.stringify(widgets), 'content-main': null },
    url: null,
    routeName: null,
    hidden: false,
  }
  const html = await render(path, isPlayer, (client) => {
    client.setQueryData(openPagesQuery.queryKey, {})
    client.setQueryData(textPageKey(path, currentLocale()), page)
  })
  if (!html.includes(content)) throw new Error(`${path} shows no text`)
  return html
}

/** An article below its picture. Its day is written by the browser, in the reader's notation, and keeps its line until then. */
const article = async (isPlayer: boolean) => {
  const html = await textPage('/news/article', isPlayer, { news: { date: '2026-01-01', image: valueMark('news.image') } })
  return filled(html.replace(/(<time [^>]*>).*?(?=<\/time>)/, `$1${NO_TEXT}`).replace('2026-01-01', valueMark('news.date')))
}

/** Takes the page out of its frame. */
function withoutPage(html: string): string {
  return html.replace(/(<main[^>]*>).*(<\/main>)/s, '$1$2')
}

/**
 * A tile whose picture a phone gets with the scripts: a browser asks for the pictures of the next screens too, and they
 * would compete with the fonts for the line.
 */
const bareOnPhones = (tile: string) =>
  tile.replaceAll('<source ', '<source media="(width >= 768px)" ').replace(/(<img src=")[^"]*/, `$1${NO_PICTURE}`)

/** The page with its tiles as a list: the first ones load at once, the others when they are near. */
function tiled(html: string): Segment[] {
  const tiles = elementsWith(html, 'li', '<article')
  const [first, last] = [tiles[0], tiles.at(-1)]
  if (!first || !last || tiles.length !== EAGER_TILES + 1) throw new Error('the list has no tiles')
  const eager = html.slice(first.start, first.end)
  const lazy = html.slice(last.start, last.end)
  return [
    ...filled(html.slice(0, first.start)),
    { each: 'games', from: 0, to: EAGER_TILES, of: filled(eager) },
    { each: 'games', from: EAGER_TILES, to: TILES_OF_PHONE, of: filled(lazy) },
    { each: 'games', from: TILES_OF_PHONE, to: TILES_MAX, of: filled(bareOnPhones(lazy)) },
    ...filled(html.slice(last.end)),
  ]
}

const given = (name: string) => (element: string): Segment[] => [{ given: name, of: segments(element) }]
const nothing = (): Segment[] => []

/** What differs between houses and visits by more than a word. */
const CUTS: Cut[] = [
  // The category on show is one of those that are listed.
  { tag: 'a', mark: textMark(`category.${SHOWN.id}`, {}, SHOWN.title), of: nothing },
  ...IN_NAVIGATION.map(({ id, title }) => ({ tag: 'a', mark: textMark(`category.${id}`, {}, title), of: nothing })),
  ...MENU.map(({ id, title }) => ({ tag: 'a', mark: textMark(title, {}, id), of: given(`menu.${id}`) })),
  { tag: 'a', mark: LISTED.id, of: (tab) => [{ each: 'collections', from: 0, to: Number.MAX_SAFE_INTEGER, of: segments(tab) }] },
  { tag: 'a', mark: 'mode=demo', of: given('game.demo') },
  // A house with a single studio has nothing to choose.
  { tag: 'section', mark: 'aria-expanded="false" aria-controls="', of: given('providers.several') },
  // Wide art is drawn for the house's own games.
  { tag: 'picture', mark: '/art/hero/', of: given('game.drawn') },
]

const filled = (html: string) => segmentsOf(html, CUTS)

const PAGES = {
  lobby,
  category: (isPlayer: boolean) => list('/pokies', isPlayer),
  provider: (isPlayer: boolean) => list('/producers', isPlayer),
  game: gamePage,
  text: (isPlayer: boolean) => textPage('/text', isPlayer).then(filled),
  article,
  promo: (isPlayer: boolean) => textPage('/promo/page', isPlayer).then(filled),
  frame,
}

export type PageName = keyof typeof PAGES
export const PAGE_NAMES = Object.keys(PAGES) as PageName[]

/**
 * A kind of page as a guest or a player first sees it. Once for each load of this module: what the shell loads
 * by and by has not been loaded then.
 */
export const firstPaint = (name: PageName, isPlayer: boolean): Promise<Segment[]> => PAGES[name](isPlayer)
