import { useParams } from '@tanstack/react-router'
import { TextArticle } from '@/features/content/components/TextArticle'
import { CookieSettings } from '@/features/analytics/components/CookieSettings'
import { PageBlocks } from './PageBlocks'

/** The page that tells of every cookie, where the choice about them can be changed. */
const COOKIE_POLICY = '/cookie-policy'

/** A page of the operator's own text: terms, privacy, answers. */
export function TextPage() {
  // The page's own part of the address, not the address on show: that is another one already when the page is left.
  const { text = '', kind } = useParams({ strict: false })
  const path = kind === undefined ? `/${text}` : `/${text}/${kind}`
  return (
    <TextArticle
      path={path}
      after={({ meta }) => (
        <>
          {path === COOKIE_POLICY && <CookieSettings />}
          <PageBlocks blocks={meta.json.blocks} />
        </>
      )}
    />
  )
}
