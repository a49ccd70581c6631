import { useParams } from '@tanstack/react-router'
import { TextArticle } from '@/features/content/components/TextArticle'
import { PageBlocks } from './PageBlocks'

/** A page of the house's own text: terms, privacy, answers. */
export function TextPage() {
  // The page's own part of the address, not the address on show: that is another one already when the page is left.
  const { text = '', kind } = useParams({ strict: false })
  return <TextArticle path={kind === undefined ? `/${text}` : `/${text}/${kind}`} after={({ meta }) => <PageBlocks blocks={meta.json.blocks} />} />
}
