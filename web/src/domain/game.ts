/** What a game's address is made of. */
interface GameName {
  provider: string
  seo_title: string
}

/** The game's page. */
export function gameHref(game: GameName, mode?: 'real' | 'demo'): string {
  const path = `/play/${game.provider}/${game.seo_title}`
  return mode ? `${path}?mode=${mode}` : path
}

/** Whether the game can be played without money. The catalogue tells it twice; either counts. */
export function hasDemo(game: { currencies: Record<string, unknown>; has_demo_mode: boolean }): boolean {
  return game.has_demo_mode || 'FUN' in game.currencies
}

/** A game that is shown, and open for free play, before it may be played for money. */
export function isPrerelease(game: { categories: readonly string[] }): boolean {
  return game.categories.includes('prerelease')
}

/** Whether the game can be played for money. */
export function canPlayForMoney(game: { categories: readonly string[]; playable: boolean }): boolean {
  return game.playable && !isPrerelease(game)
}

/** Address of a tile's picture. */
export function pictureUrl(template: string, width: number, format: 'avif' | 'webp'): string {
  return template.replace('{width}', String(width)).replace('{format}', format)
}

/** What the server keeps of a hundred staked, from an RTP text such as `96.12`; exact in hundredths. */
export function houseEdge(rtp: string): string {
  return rtpBetween(rtp, '100')
}

/** What one RTP text is more than a smaller one; exact in hundredths. */
export function rtpBetween(smaller: string, larger: string): string {
  return ((hundredths(larger) - hundredths(smaller)) / 100).toFixed(2)
}

function hundredths(rtp: string): number {
  const [whole = '0', fraction = ''] = rtp.split('.')
  return Number(whole) * 100 + Number(fraction.padEnd(2, '0').slice(0, 2))
}
