import type { ShopOffer } from '@/api/types'

/** The picture of a card for the width of the window; what it shows is said beside it. */
export function OfferPicture({ image }: { image: NonNullable<ShopOffer['image']> }) {
  return (
    <picture className="contents">
      <source media="(width >= 1024px)" srcSet={image.desktop} />
      <img src={image.mobile} alt="" width={1280} height={720} loading="lazy" className="aspect-[5/2] w-full rounded-m object-cover" />
    </picture>
  )
}
