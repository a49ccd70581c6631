// @vitest-environment node
import { expect, test, vi } from 'vitest'
import { htmlMark, segments, valueMark, type TemplatePart } from './marks'

vi.mock('@/i18n/messages', () => import('./messages'))

const isHtml = (segment: TemplatePart): segment is { html: string } => typeof segment === 'object' && 'html' in segment
const names = (page: TemplatePart[]) => page.flatMap((segment) => (typeof segment === 'object' && 'value' in segment ? [segment.value] : []))

test('HTML has a mark of its own', () => {
  expect(segments(`<div>${htmlMark('a')}</div>${valueMark('a')}`)).toEqual(['<div>', { html: 'a' }, '</div>', { value: 'a' }])
})

test.each(['text', 'article', 'promo'] as const)('the page of a text (%s) shows its title and its HTML first', async (kind) => {
  const { prerender } = await import('./pages')
  for (const isPlayer of [false, true]) {
    const page = await prerender(kind, isPlayer)
    expect(names(page)).toContain('page.title')
    // Once, and between tags: the server fills it in nowhere else.
    expect(page.filter(isHtml)).toEqual([{ html: 'page.content' }])
    expect(page[page.findIndex(isHtml) - 1]).toMatch(/class="rich-text [^"]*">$/)
    const kinds = page.flatMap((segment) => (typeof segment === 'object' && 'given' in segment && segment.given.startsWith('news.') ? [segment.given] : []))
    expect(kinds).toEqual(kind === 'article' ? ['news.image.formats', 'news.image.widths', 'news.image.plain'] : [])
  }
})

test('a list shows a phone the pictures of its first rows, and asks for no others', async () => {
  const { prerender } = await import('./pages')
  const tiles = (await prerender('category', false)).flatMap((segment) =>
    typeof segment === 'object' && 'each' in segment && segment.each === 'games' ? [segment] : [],
  )
  expect(tiles.map(({ from, to }) => [from, to])).toEqual([
    [0, 2],
    [2, 4],
    [4, 14],
  ])
  const [eager, lazy, bare] = tiles.map(({ of }) => JSON.stringify(of))
  expect(eager).toContain('loading=\\"eager\\"')
  expect(lazy).toContain('loading=\\"lazy\\"')
  for (const shown of [eager, lazy]) expect(shown).not.toContain('media=')
  expect(bare?.match(/<source media=\\"\(width >= 768px\)\\"/g)).toHaveLength(2)
  expect(bare).toContain('<img src=\\"data:image/gif;')
})

test('only a list of several studios has a choice of them', async () => {
  const { prerender } = await import('./pages')
  const choices = async (kind: 'category' | 'lobby') =>
    (await prerender(kind, false)).filter((segment) => typeof segment === 'object' && 'given' in segment && segment.given === 'providers.several')
  expect(await choices('category')).toHaveLength(1)
  expect(await choices('lobby')).toHaveLength(0)
})

/** All that a page is made of, whatever stands within. */
const whole = (page: TemplatePart[]): TemplatePart[] =>
  page.flatMap((segment) => {
    if (typeof segment === 'string') return [segment]
    const within = 'of' in segment ? segment.of : 'choices' in segment ? segment.choices.flatMap(({ of }) => of) : []
    return [segment, ...whole(within)]
  })
const lists = (page: TemplatePart[]) => whole(page).flatMap((segment) => (typeof segment === 'object' && 'each' in segment ? [segment] : []))

test('the list of live games says first that there are none', async () => {
  const { prerender } = await import('./pages')
  const texts = (await prerender('noLive', false)).flatMap((segment) => (typeof segment === 'object' && 'text' in segment ? segment.text : []))
  expect(texts).toEqual(expect.arrayContaining(['category.live_all', 'list.no_live_title', 'list.no_live_text', 'list.empty_action']))
})

/** HTML with the last words of the names of its values. */
const written = (segment: TemplatePart): string =>
  typeof segment === 'string' ? segment : 'value' in segment ? `[${segment.value.split(/[._]/).at(-1) ?? ''}]` : ''

test('the list of news shows the picture of its newest article at once', async () => {
  const { prerender } = await import('./pages')
  for (const isPlayer of [false, true]) {
    const articles = lists(await prerender('news', isPlayer)).filter(({ each }) => each === 'articles')
    expect(articles.map(({ from, to }) => [from, to])).toEqual([
      [0, 1],
      [1, 9],
    ])
    for (const { of } of articles) {
      expect(names(of)).toEqual(['article.date', 'base', 'article.slug', 'article.title', 'article.description'])
      const pictures = of.flatMap((segment) => (typeof segment === 'object' && 'given' in segment ? [[segment.given, segment.of.map(written).join('')]] : []))
      expect(pictures.map(([kind]) => kind)).toEqual(['article.image.formats', 'article.image.widths', 'article.image.plain'])
      const [formats, widths, plain] = pictures.map(([, picture]) => picture)
      expect(formats).toMatch(/^<picture class="contents"><source type="image\/avif" srcSet="\[start\]768\[middle\]avif\[end\] 768w, .* sizes="[^"]+"\/><img /)
      expect(formats).toContain(' src="[start]1280[middle]webp[end]" srcSet="[start]768[middle]webp[end] 768w, ')
      expect(widths).toMatch(/^<picture class="contents"><img src="\[start\]1280\[end\]" srcSet="\[start\]768\[end\] 768w, /)
      expect(plain).toMatch(/^<picture class="contents"><img src="\[image\]" alt=""/)
    }
    const [eager, lazy] = articles.map(({ of }) => JSON.stringify(of))
    expect([eager, lazy].map((card) => card?.match(/loading=\\"(\w+)/)?.[1])).toEqual(['eager', 'lazy'])
    // The day is the browser's.
    expect(eager).toContain(`>${'\u00a0'}</time>`)
  }
})

test('a way to pay is a table, opened and closed, with the drawing of its brand', async () => {
  const { prerender } = await import('./pages')
  const [methods] = lists(await prerender('payments', false)).filter(({ each }) => each === 'methods')
  const [opening, ...row] = methods!.of
  const closing = row.pop()
  expect(opening).toMatchObject({ given: 'method.opens' })
  expect(closing).toEqual({ given: 'method.closes', of: ['</tbody></table></section>'] })
  expect(row[0]).toMatch(/^<tr /)
  const inOpening = whole([opening!])
  const [drawings = [], title = []] = inOpening.flatMap((segment) => (typeof segment === 'object' && 'by' in segment ? [segment.choices] : []))
  expect(drawings.map(({ parts }) => parts[0])).toEqual(['card', 'bitcoin', 'tether', 'eth', 'lite'])
  for (const { of } of drawings) expect(of).toEqual([expect.stringMatching(/^<svg .*<\/svg>$/s)])
  // A name that is a word is the language's own, every other one the operator's.
  expect(title).toEqual([
    { parts: ['bank_transfer'], of: [{ text: ['cashbox.brand.bank_transfer'], or: [{ value: 'method.title' }], values: {} }] },
    { parts: [''], of: [{ value: 'method.title' }] },
  ])
  // What names the table is no other offer's.
  const text = JSON.stringify(inOpening)
  expect(names(inOpening).filter((name) => name === 'method.offer')).toHaveLength(3)
  expect(text).toContain('method.charged')
})

test('a banner that is on comes in every size, and with as much as it has', async () => {
  const { prerender } = await import('./pages')
  for (const isPlayer of [false, true]) {
    const [banners] = lists(await prerender('promotions', isPlayer)).filter(({ each }) => each === 'banners')
    expect(banners!.of.map((card) => typeof card === 'object' && 'given' in card && card.given)).toEqual(['banner.small', 'banner.medium', 'banner.large'])
    for (const card of banners!.of) {
      const parts = whole([card])
      const conditions = parts.flatMap((part) => (typeof part === 'object' && 'given' in part ? [part.given] : []))
      for (const part of ['image', 'label0', 'label2', 'button', 'second', 'timed', 'days']) expect(conditions).toContain(`banner.${part}`)
      expect(names(parts)).toEqual(expect.arrayContaining(['banner.title', 'banner.description', 'banner.gradient3', 'banner.href', 'banner.second_href']))
      // When it ends is told by the browser.
      expect(JSON.stringify(parts)).not.toContain('9999')
    }
  }
})
