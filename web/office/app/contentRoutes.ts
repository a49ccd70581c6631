import { lazyRouteComponent } from '@tanstack/react-router'
import { page } from './page'
import { READERS } from './pages'
import { oneOf, word } from './search'

const contentRoute = page('/content', {
  permission: READERS,
  search: ({ query, state }) => ({ query: word(query) ?? '', state: oneOf('all', 'draft', 'scheduled', 'published')(state) }),
  component: lazyRouteComponent(() => import('../screens/content/ContentPage'), 'ContentPage'),
})

const missingTextsRoute = page('/content/missing', {
  permission: READERS,
  search: ({ language }) => ({ language: word(language) ?? 'all' }),
  component: lazyRouteComponent(() => import('../screens/content/MissingPage'), 'MissingPage'),
})

const contentDocumentRoute = page('/content/document/$', {
  permission: READERS,
  search: ({ view }) => ({ view: oneOf('text', 'changes', 'cost', 'dry_run', 'preview', 'history')(view) }),
  component: lazyRouteComponent(() => import('../screens/content/DocumentPage'), 'DocumentPage'),
})

const mediaRoute = page('/media', {
  permission: 'content.read',
  search: ({ query, kind, brand }) => ({ query: word(query) ?? '', kind: oneOf('all', 'picture', 'file')(kind), brand: word(brand) ?? '' }),
  component: lazyRouteComponent(() => import('../screens/media/MediaPage'), 'MediaPage'),
})

const importRoute = page('/import-games', {
  permission: 'content.edit',
  component: lazyRouteComponent(() => import('../screens/content/catalogue/ImportPage'), 'ImportPage'),
})

const titlesRoute = page('/titles', {
  permission: 'content.read',
  search: ({ query, state, collection, country }) => ({
    query: word(query) ?? '',
    state: oneOf('all', 'on', 'off', 'changed')(state),
    collection: word(collection) ?? '',
    country: word(country) ?? '',
  }),
  component: lazyRouteComponent(() => import('../screens/content/catalogue/TitlesPage'), 'TitlesPage'),
})

const titleRoute = page('/titles/$provider/$slug', {
  permission: 'content.read',
  component: lazyRouteComponent(() => import('../screens/content/catalogue/TitlePage'), 'TitlePage'),
})

const collectionsRoute = page('/collections', {
  permission: 'content.read',
  component: lazyRouteComponent(() => import('../screens/content/catalogue/CollectionsPage'), 'CollectionsPage'),
})

const offersRoute = page('/offers', {
  permission: 'promotions.read',
  search: ({ query, state }) => ({ query: word(query) ?? '', state: oneOf('all', 'open', 'writing', 'closed')(state) }),
  component: lazyRouteComponent(() => import('../screens/content/offers/OffersPage'), 'OffersPage'),
})

const newOfferRoute = page('/new-offer', {
  permission: 'promotions.read',
  component: lazyRouteComponent(() => import('../screens/content/offers/OfferPage'), 'NewOfferPage'),
})

const offerRoute = page('/offers/$code', {
  permission: 'promotions.read',
  component: lazyRouteComponent(() => import('../screens/content/offers/OfferPage'), 'OfferPage'),
})

/** The addresses of what the site shows: documents, media, titles and offers. */
export const contentRoutes = [
  contentRoute,
  missingTextsRoute,
  contentDocumentRoute,
  mediaRoute,
  importRoute,
  titlesRoute,
  titleRoute,
  collectionsRoute,
  offersRoute,
  newOfferRoute,
  offerRoute,
] as const
