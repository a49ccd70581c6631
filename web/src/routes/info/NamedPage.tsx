import { useLoaderData, useParams } from '@tanstack/react-router'
import { lazy } from 'react'
import { withTexts } from '@/i18n/withTexts'
import { importWithRetry } from '@/platform/importWithRetry'
import { TextPage } from './TextPage'

const JackpotPage = lazy(async () => ({
  default: (await importWithRetry(withTexts(['catalogue', 'fairness', 'jackpots', 'play'], () => import('../jackpots/JackpotPage')))).JackpotPage,
}))

/** What an address of one part shows: a page of text, or a jackpot. */
export function NamedPage() {
  const { text = '' } = useParams({ strict: false })
  const kind = useLoaderData({ from: '/$text' })
  return kind === 'jackpot' ? <JackpotPage key={text} identifier={text} /> : <TextPage />
}
