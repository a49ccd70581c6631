import { publicPaymentMethodsQuery } from '@/api/info/reference'
import { openPagesQuery } from '@/api/info/openPages'
import { textPagesQuery } from '@/api/info/textPages'
import type { PaymentMethod, TextPage } from '@/api/types'
import { bannersQuery } from '@/features/banners/api/banners'
import type { Banner } from '@/features/banners/model/banner'
import { currentLocale } from '@/i18n/messages'
import { WORDED_BRANDS } from '@/i18n/paymentMethods'
import { EAGER_ARTICLES } from '@/routes/info/NewsPage'
import { DRAWN_BRANDS } from '@/ui/PaymentLogo'
import { elementsWith, segments, segmentsOf, textMark, valueMark, type Cut, type TemplatePart } from './marks'
import { DAY, dated, filled, given, NO_TEXT, render, withPicture } from './render'

// Lists of the operator that are no games. The server takes them apart in `server/src/site/public_lists.rs`.

/** Articles that the server fills in: three rows of a wide screen. */
const ARTICLES_MAX = 9
const LABELS_MAX = 3
/** Ways to pay by their currencies, and banners: as many as there are. */
const ALL = Number.MAX_SAFE_INTEGER

type Span = ReturnType<typeof elementsWith>[number]

const within = (html: string, { start, end }: Span) => html.slice(start, end)

/** The places of `tag` with `mark` in it, of which there are `count`. */
function places(html: string, tag: string, mark: string, count: number): Span[] {
  const found = elementsWith(html, tag, mark)
  if (found.length !== count) throw new Error(`${found.length} times ${tag} with ${mark}, not ${count} times`)
  return found
}

const article = (id: number, image: string): TextPage => ({
  id,
  path: `/${valueMark('article.slug')}`,
  title: valueMark('article.title'),
  content: null,
  categories: [],
  blocks: {
    title: '',
    description: valueMark('article.description'),
    keywords: '',
    json: JSON.stringify({ news: { date: DAY, image } }),
    'content-main': null,
  },
  url: null,
  routeName: null,
  hidden: false,
})

/** The articles of the operator, the newest first. The picture of the first is seen at once, the others when they are near. */
export async function news(isPlayer: boolean): Promise<TemplatePart[]> {
  const page = await withPicture('article.image', (image) => {
    const articles = Array.from({ length: EAGER_ARTICLES + 1 }, (_, place) => article(place, image))
    return render('/news', isPlayer, (client) => client.setQueryData(textPagesQuery(currentLocale()).queryKey, articles))
  })
  const html = dated(page.html, valueMark('article.date'))
  const cards = places(html, 'li', '<article', EAGER_ARTICLES + 1)
  const [eager, lazy] = [cards[0]!, cards.at(-1)!]
  return [
    ...filled(html.slice(0, eager.start)),
    { each: 'articles', from: 0, to: EAGER_ARTICLES, of: segmentsOf(within(html, eager), [page.cut(0)]) },
    { each: 'articles', from: EAGER_ARTICLES, to: ARTICLES_MAX, of: segmentsOf(within(html, lazy), [page.cut(-1)]) },
    ...filled(html.slice(lazy.end)),
  ]
}

/** Ways to pay are drawn as if they cost nothing; what those cost that do is written by the browser. */
const FREE = { fixed_cents: 0, basis_points: 0, min_cents: 0, max_cents: null, hours: 0 }

const method = (brand: string): PaymentMethod =>
  ({
    id: brand,
    brand,
    title: valueMark('method.title'),
    currency: valueMark('method.currency'),
    depositTerms: FREE,
    withdrawalTerms: FREE,
    processingTime: 'instant',
    deposit: { min_cents: 0, max_cents: 0, step_cents: 1 },
    withdrawal: { min_cents: 0, max_cents: 0, step_cents: 1 },
  }) as PaymentMethod

const withText = (element: string, text: string) => element.replace(/>[^<]*</, `>${text}<`)

/** The name of a way to pay, as `methodName` chooses it: every brand has the empty part. */
function methodNames(title: string): TemplatePart {
  const worded = WORDED_BRANDS.map((brand) => ({ parts: [brand], of: segments(textMark(`cashbox.brand.${brand}`, {}, title)) }))
  return { by: 'method.brand', choices: [...worded, { parts: [''], of: segments(title) }] }
}

/** What differs between ways to pay by more than a word. A share of a hundred is written by the browser, in the reader's notation. */
const OFFER_CUTS: Cut[] = [
  {
    tag: 'dd',
    mark: textMark('payments.free', {}),
    of: (fee) => [...given('method.free')(fee), ...given('method.charged')(withText(fee, NO_TEXT))],
  },
  {
    tag: 'dd',
    mark: textMark('payments.instant', {}),
    of: (time) => [
      ...given('method.instant')(time),
      ...given('method.confirmation')(withText(time, textMark('payments.confirmation', {}))),
      ...given('method.takes')(withText(time, valueMark('method.processingTime'))),
    ],
  },
]

/**
 * The ways to pay. Those of one name that differ only by currency stand in one table: the first of them opens it, and the
 * last closes it. Amounts stand there as the page shows them before it knows the currencies.
 */
export async function payments(isPlayer: boolean): Promise<TemplatePart[]> {
  const brands = DRAWN_BRANDS.map(([drawing]) => drawing)
  const html = await render('/payments', isPlayer, (client) => client.setQueryData(publicPaymentMethodsQuery.queryKey, brands.map(method)))
  const title = valueMark('method.title')
  const sections = places(html, 'section', title, brands.length)
  const drawings = sections.map((section) => /<svg.*?<\/svg>/s.exec(within(html, section))?.[0] ?? '')
  const [first, last] = [sections[0]!, sections.at(-1)!]
  const id = /<h2 id="([^"]*)"/.exec(within(html, first))?.[1]
  if (id === undefined || drawings.includes('')) throw new Error('a way to pay has no name or no drawing')
  const offer = within(html, first).replaceAll(`"${id}"`, `"${id}${valueMark('method.offer')}"`)
  const row = places(offer, 'tr', valueMark('method.currency'), 1)[0]!
  const drawn = offer.indexOf('<svg')
  const plain = (piece: string) => segmentsOf(piece, OFFER_CUTS)
  const [beforeName, afterName, ...named] = offer.slice(drawn + drawings[0]!.length, row.start).split(title)
  if (afterName === undefined || named.length > 0) throw new Error('a way to pay is not named once')
  const opening: TemplatePart[] = [
    ...plain(offer.slice(0, drawn)),
    { by: 'method.brand', choices: DRAWN_BRANDS.map(([, parts], place) => ({ parts, of: segments(drawings[place]!) })) },
    ...plain(beforeName!),
    methodNames(title),
    ...plain(afterName),
  ]
  return [
    ...filled(html.slice(0, first.start)),
    {
      each: 'methods',
      from: 0,
      to: ALL,
      of: [{ given: 'method.opens', of: opening }, ...plain(within(offer, row)), { given: 'method.closes', of: plain(offer.slice(row.end)) }],
    },
    ...filled(html.slice(last.end)),
  ]
}

const SIZES = ['small', 'medium', 'large'] as const
const LABELS = Array.from({ length: LABELS_MAX }, (_, place) => valueMark(`banner.label${place}`))

const banner = (size: Banner['size'], id: number): Banner => ({
  id,
  categories: ['promo'],
  liveTime: { start: null, end: null },
  image: valueMark('banner.image'),
  title: { text: valueMark('banner.title') },
  description: { text: valueMark('banner.description') },
  gradient: [0, 1, 2, 3].map((corner) => valueMark(`banner.gradient${corner}`)),
  labels: LABELS,
  size,
  button: { name: valueMark('banner.button'), url: `/${valueMark('banner.href')}`, type: 'link', frontendIdentifier: null },
  secondButton: { name: valueMark('banner.second'), popup: `/${valueMark('banner.second_href')}` },
  timer: { start_at: '2026-01-01T00:00:00Z', end_at: '9999-12-31T00:00:00Z' },
  variables: {},
})

/** A countdown without its figures, which the browser writes. Days are there only while there are some. */
function countdown(timer: string): TemplatePart[] {
  const bare = timer.replace(/ aria-label="[^"]*"/, '').replaceAll(/(<span[^>]*>)[^<]*/g, `$1${NO_TEXT}`)
  const days = elementsWith(bare, 'span', NO_TEXT)[0]!
  return [{ given: 'banner.timed', of: [bare.slice(0, days.start), { given: 'banner.days', of: [within(bare, days)] }, bare.slice(days.end)] }]
}

const BANNER_CUTS: Cut[] = [
  { tag: 'ul', mark: LABELS[0]!, of: (labels) => [{ given: 'banner.label0', of: segmentsOf(labels, LABEL_CUTS) }] },
  { tag: 'a', mark: valueMark('banner.button'), of: given('banner.button') },
  { tag: 'a', mark: valueMark('banner.second'), of: given('banner.second') },
  { tag: 'div', mark: 'role="timer"', of: countdown },
]
const LABEL_CUTS: Cut[] = LABELS.map((mark, place) => ({ tag: 'li', mark, of: given(`banner.label${place}`) }))

/** The picture has no end tag. */
function pictured(html: string): TemplatePart[] {
  const [before, picture, after] = html.split(/(<img [^>]*>)/)
  if (before === undefined || picture === undefined || after === undefined) throw new Error('a banner has no picture')
  return [...segmentsOf(before, BANNER_CUTS), { given: 'banner.image', of: segments(picture) }, ...segmentsOf(after, BANNER_CUTS)]
}

/** What is on in the casino. The games below it come with the scripts. */
export async function promotions(isPlayer: boolean): Promise<TemplatePart[]> {
  const html = await render('/promotions', isPlayer, (client) => {
    client.setQueryData(openPagesQuery.queryKey, {})
    client.setQueryData(bannersQuery(currentLocale(), isPlayer ? 1 : null).queryKey, SIZES.map(banner))
  })
  const cards = places(html, 'article', valueMark('banner.title'), SIZES.length)
  return [
    ...filled(html.slice(0, cards[0]!.start)),
    { each: 'banners', from: 0, to: ALL, of: cards.map((card, place) => ({ given: `banner.${SIZES[place]}`, of: pictured(within(html, card)) })) },
    ...filled(html.slice(cards.at(-1)!.end)),
  ]
}
