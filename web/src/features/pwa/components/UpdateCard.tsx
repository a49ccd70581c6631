import { useState } from 'react'
import { t } from '@/i18n/messages'
import { Button } from '@/ui/Button'
import { Icon } from '@/ui/Icon'

/** Offers to change to a newer build. Nothing changes by itself: the visitor may be in the middle of something. */
export function UpdateCard({ change }: { change: () => void }) {
  const [isPutOff, setIsPutOff] = useState(false)
  if (isPutOff) return null
  return (
    <section
      aria-labelledby="update-title"
      className="flex w-full max-w-[560px] animate-rise flex-wrap items-center gap-x-4 gap-y-3 rounded-l border border-line bg-raised p-4 shadow-soft sm:flex-nowrap md:py-3 md:pr-3 md:pl-5"
    >
      <Icon name="sparkle" className="shrink-0 text-accent" />
      <div className="min-w-0 flex-1 basis-48" role="status">
        <h2 id="update-title" className="font-sans text-sm font-semibold">
          {t('update.title')}
        </h2>
        <p className="text-sm text-soft">{t('update.text')}</p>
      </div>
      <div className="flex gap-2 max-sm:w-full max-sm:*:flex-1">
        <Button variant="ghost" onPress={() => setIsPutOff(true)}>
          {t('update.later')}
        </Button>
        <Button onPress={change}>{t('update.reload')}</Button>
      </div>
    </section>
  )
}
