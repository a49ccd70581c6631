import { TextArticle } from '@/features/content/components/TextArticle'

/** What being a VIP means, as the operator describes it. */
export function VipPage() {
  return <TextArticle path="/vip" />
}
