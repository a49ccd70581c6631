import { useParams } from '@tanstack/react-router'
import { BannerHead } from '@/features/banners/components/BannerHead'
import { TextArticle } from '@/features/content/components/TextArticle'

/** What a promotion is about, below the banner that leads here. */
export function PromoPage() {
  const { slug = '' } = useParams({ strict: false })
  const path = `/promo/${slug}`
  return <TextArticle path={path} before={() => <BannerHead category="promo" leadsTo={path} />} />
}
