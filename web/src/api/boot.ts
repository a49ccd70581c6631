import type { QueryClient } from '@tanstack/react-query'
import { collectionsQuery, providersQuery } from './info/catalogue'
import { clientContextQuery } from './session/clientContext'
import { playerFrom, playerQuery } from './session/player'
import { bettingQuery } from './info/betting'
import { logoQuery } from './info/brand'
import { menuQuery } from './info/menu'
import { openPagesQuery } from './info/openPages'
import { currencyConfigQuery } from './info/currencyConfig'
import { currenciesQuery, publicPaymentMethodsQuery } from './info/reference'
import { textPageKey, textPagesQuery } from './info/textPages'
import type {
  ClientContext,
  Collection,
  Currency,
  CurrencyConfig,
  Game,
  Guest,
  LogoConfig,
  MenuItem,
  Page,
  PaymentMethod,
  Player,
  Provider,
  TextPage,
} from './types'

/** What the server writes into the page so that the first paint needs no second trip. */
export interface Boot {
  /** Path that every address begins with: the language, such as `/de`, or nothing. */
  base?: string
  collections?: Collection[]
  providers?: Provider[]
  context?: ClientContext
  /** Where the logo of this host lies. */
  logo?: LogoConfig
  player?: Player | Guest
  /** The menu of games. */
  menu?: MenuItem[]
  /** Which promotion pages are open. */
  pages?: Record<string, boolean>
  /** The hosts of betting on sports. */
  betting?: string[]
  /** The page of text on show. */
  page?: TextPage
  /** Which pages of text there are. */
  textPages?: TextPage[]
  /** How money comes in and goes out. */
  methods?: PaymentMethod[]
  /** The server's currencies, and how they are shown. */
  currencies?: Currency[]
  currencyConfig?: CurrencyConfig
  /** The banners that the visitor is shown. */
  banners?: unknown[]
  /** What the addresses of the texts in the page's language begin with. */
  texts?: string
  /** The device that the server took this for: the games below are those for it. */
  device?: 'mobile' | 'desktop'
  /** The lobby's first games. */
  row?: Page<Game>
  /** The list that the address names. */
  list?: { filter: { categories?: string[]; providers?: string[] }; page: number; answer: Page<Game> }
  /** The game that the address names. */
  game?: Game
}

/** Reads the data inlined by the server; empty when the page came from elsewhere (development). */
export function readBoot(document: Document): Boot {
  const text = document.getElementById('boot')?.textContent
  return text ? (JSON.parse(text) as Boot) : {}
}

/** Fills the cache with what the page brought along. */
export function seedFromBoot(client: QueryClient, boot: Boot): void {
  if (boot.context) client.setQueryData(clientContextQuery.queryKey, boot.context)
  if (boot.logo) client.setQueryData(logoQuery.queryKey, boot.logo)
  if (boot.player) {
    const player = playerFrom(boot.player)
    client.setQueryData(playerQuery.queryKey, player)
    if (boot.menu) client.setQueryData(menuQuery(player?.id ?? null).queryKey, boot.menu)
  }
  if (boot.pages) client.setQueryData(openPagesQuery.queryKey, boot.pages)
  if (boot.betting) client.setQueryData(bettingQuery.queryKey, boot.betting)
  if (boot.collections) client.setQueryData(collectionsQuery.queryKey, boot.collections)
  if (boot.providers) client.setQueryData(providersQuery.queryKey, boot.providers)
  if (boot.methods) client.setQueryData(publicPaymentMethodsQuery.queryKey, boot.methods)
  if (boot.currencies) client.setQueryData(currenciesQuery.queryKey, boot.currencies)
  if (boot.currencyConfig) client.setQueryData(currencyConfigQuery.queryKey, boot.currencyConfig)
  if (boot.textPages && boot.context) client.setQueryData(textPagesQuery(boot.context.locale).queryKey, boot.textPages)
  if (boot.page && boot.context) client.setQueryData(textPageKey(boot.page.path, boot.context.locale), boot.page)
}
