import { tOptional } from './messages'

/** Ways to pay whose name is a word, which every language has one of its own for. */
export const WORDED_BRANDS: readonly string[] = ['bank_transfer']

/** What a way to pay is called: in the player's language where its name is a word, else as the server writes it. */
export function methodName({ brand, title }: { brand: string; title: string }): string {
  return WORDED_BRANDS.includes(brand) ? tOptional(`cashbox.brand.${brand}`, title) : title
}
