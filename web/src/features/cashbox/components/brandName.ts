import { tOptional } from '@/i18n/messages'

/** What a payment's brand (`visa_mastercard`) is called. */
export function brandName(brand: string): string {
  const words = brand.replaceAll('_', ' ')
  return tOptional(`cashbox.brand.${brand}`, words.charAt(0).toUpperCase() + words.slice(1))
}
