import { collectionsQuery, providersQuery } from '@/api/info/catalogue'
import { openPagesQuery } from '@/api/info/openPages'
import { textPageKey } from '@/api/info/textPages'
import type { Game, Page, Provider, TextPage } from '@/api/types'
import { gameQuery, gamesListQuery, gamesRowQuery } from '@/features/catalogue/api/games'
import { EAGER_TILES } from '@/features/catalogue/components/TileGrid'
import type { Widgets } from '@/features/content/model/widgets'
import { currentLocale } from '@/i18n/messages'
import { news, payments, promotions } from './lists'
import { elementsWith, htmlMark, valueMark, type TemplatePart } from './marks'
import { DAY, dated, filled, IN_NAVIGATION, LISTED, render, SHOWN, TILES_MAX, withPicture } from './render'

/** Tiles of which a phone sees the picture at first. */
const TILES_OF_PHONE = 4
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
    playable: true,
    // Numbers are written by the browser, in the reader's notation.
    rtp: null,
    rtp_with_jackpot: null,
    volatility: null,
    max_win_x: null,
    hit_rate: null,
    mechanics: [],
    released: null,
    // The wide art comes with the scripts, save on the game's own page.
    own: false,
  }
}

const pageOf = (data: Game[]): Page<Game> => ({
  data,
  pagination: { current_page: 1, next_page: null, total_pages: 1, total_count: data.length },
})

/** What the shell shows around any page. */
const frame = (isPlayer: boolean) =>
  render('/oops', isPlayer, () => undefined)
    .then(withoutPage)
    .then(filled)

const lobby = async (isPlayer: boolean) => {
  const first = [0, 1, 2].map((place) => ({ ...game(`game${place}`), has_demo_mode: false }))
  const html = await render('/', isPlayer, (client) => client.setQueryData(gamesRowQuery({}).queryKey, pageOf(first)))
  // The slides beside the first are out of sight, and their pictures would compete with what is in sight.
  return filled(html.replaceAll(/(<li[^>]* inert="[^>]*>).*?<\/li>/g, '$1</li>'))
}

/** Several, so that there is a choice of them. */
const STUDIOS: Provider[] = [
  { ...SHOWN, logo: null },
  { id: game('game').provider, title: valueMark('game.provider_title'), games_count: 1, logo: null },
]

/** A list of games: of a category or of a studio, whose address begins with `family`. */
const list = async (family: '/pokies' | '/producers', isPlayer: boolean) => {
  const slug = SHOWN.id
  const filter = family === '/producers' ? { providers: [slug] } : { categories: [slug] }
  const games = Array.from({ length: EAGER_TILES + 1 }, (_, place) => ({ ...game('game'), identifier: `place${place}` }))
  const html = await render(`${family}/${slug}`, isPlayer, (client) => {
    client.setQueryData(collectionsQuery.queryKey, [...IN_NAVIGATION, LISTED, SHOWN])
    client.setQueryData(providersQuery.queryKey, STUDIOS)
    client.setQueryData(gamesListQuery(filter).queryKey, { pages: [pageOf(games)], pageParams: [1] })
  })
  return tiled(html)
}

/** The list of live games of a site that has none. */
const noLive = (isPlayer: boolean) =>
  render('/live/all', isPlayer, (client) => {
    client.setQueryData(providersQuery.queryKey, STUDIOS)
    client.setQueryData(gamesListQuery({ categories: ['live'] }).queryKey, { pages: [pageOf([])], pageParams: [1] })
  }).then(filled)

const gamePage = async (isPlayer: boolean) => {
  const shown = { ...game('game'), own: true }
  const html = await render(`/play/${shown.provider}/${shown.seo_title}`, isPlayer, (client) =>
    client.setQueryData(gameQuery(shown.provider, shown.seo_title).queryKey, shown),
  )
  return filled(html)
}

/** A page of the operator's own text. Where it stands is not told in it: `path` is that of any page of its kind. */
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

/** An article below its picture. */
const article = async (isPlayer: boolean) => {
  const { html, cut } = await withPicture('news.image', (image) => textPage('/news/article', isPlayer, { news: { date: DAY, image } }))
  return filled(dated(html, valueMark('news.date')), [cut(0)])
}

/** Takes the page out of its frame. */
function withoutPage(html: string): string {
  return html.replace(/(<main[^>]*>).*(<\/main>)/s, '$1$2')
}

/**
 * A tile whose picture a phone gets with the scripts: a browser asks for the pictures of the next screens too, and they
 * would compete with the fonts for the line.
 */
const bareOnPhones = (tile: string) => tile.replaceAll('<source ', '<source media="(width >= 768px)" ').replace(/(<img src=")[^"]*/, `$1${NO_PICTURE}`)

/** The page with its tiles as a list: the first ones load at once, the others when they are near. */
function tiled(html: string): TemplatePart[] {
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

const PAGES = {
  lobby,
  category: (isPlayer: boolean) => list('/pokies', isPlayer),
  provider: (isPlayer: boolean) => list('/producers', isPlayer),
  noLive,
  game: gamePage,
  text: (isPlayer: boolean) => textPage('/text', isPlayer).then(filled),
  article,
  promo: (isPlayer: boolean) => textPage('/promo/page', isPlayer).then(filled),
  news,
  payments,
  promotions,
  frame,
}

export type PageName = keyof typeof PAGES
export const PAGE_NAMES = Object.keys(PAGES) as PageName[]

/**
 * A kind of page as a guest or a player first sees it. Once for each load of this module: what the shell loads
 * by and by has not been loaded then.
 */
export const prerender = (name: PageName, isPlayer: boolean): Promise<TemplatePart[]> => PAGES[name](isPlayer)
