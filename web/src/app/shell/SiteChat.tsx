import { lazy, Suspense } from 'react'
import { usePlayer } from '@/api/session/player'
import { ChatHost } from '@/features/chat/components/ChatHost'
import { withTexts } from '@/i18n/withTexts'
import { importWithRetry } from '@/platform/importWithRetry'
import { fullName } from '@/domain/player/fullName'
import { Skeleton } from '@/ui/Skeleton'

const ContactForm = lazy(async () => ({
  default: (await importWithRetry(withTexts(['content', 'errors', 'profile'], () => import('@/features/content/components/ContactForm')))).ContactForm,
}))

/** The chat, with the form that takes messages outside of its hours. */
export function SiteChat() {
  return <ChatHost awayForm={<AwayForm />} />
}

function AwayForm() {
  const player = usePlayer()
  return (
    <Suspense fallback={<Skeleton className="h-96 w-full" />}>
      <ContactForm known={{ email: player?.email ?? '', name: fullName(player) }} />
    </Suspense>
  )
}
