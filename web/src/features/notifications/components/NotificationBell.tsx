import { lazy, useState } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { DialogTrigger } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'
import { t } from '@/i18n/messages'
import { withTexts } from '@/i18n/withTexts'
import { importWithRetry } from '@/platform/importWithRetry'
import { useMediaQuery } from '@/platform/useMediaQuery'
import { Icon } from '@/ui/Icon'
import { useOverlays } from '@/ui/overlays'
import { AsyncBoundary } from '@/ui/AsyncBoundary'
import { useNotifications } from '../model/useNotifications'
import { NotificationCount } from './NotificationCount'
import { NotificationSkeleton } from './NotificationSkeleton'

const NotificationList = lazy(async () => ({
  default: (await importWithRetry(withTexts(['gifts', 'notifications'], () => import('./NotificationList')))).NotificationList,
}))

/** Where a sheet from the bottom is within better reach than a list below the bell. */
const PHONE = '(width < 768px)'

const BELL = 'pressable relative grid size-11 shrink-0 place-items-center rounded-m text-soft hover:bg-hover hover:text-text'

/** The bell in the header, with the number of unread notifications; it opens their list. */
export function NotificationBell() {
  const { unread } = useNotifications()
  const { openNotifications } = useOverlays()
  const isPhone = useMediaQuery(PHONE)
  const [isOpen, setIsOpen] = useState(false)
  const label = t('notifications.open', { count: unread })
  const face = (
    <>
      <Icon name="bell" size={22} />
      <NotificationCount className="absolute top-0.5 right-0.5" />
    </>
  )
  if (isPhone) {
    return (
      <button type="button" aria-label={label} aria-haspopup="dialog" onClick={openNotifications} className={BELL}>
        {face}
      </button>
    )
  }
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setIsOpen}>
      <AriaButton aria-label={label} className={BELL}>
        {face}
      </AriaButton>
      <Popover
        aria-label={t('notifications.title')}
        placement="bottom end"
        offset={10}
        className="z-50 flex w-96 animate-fade flex-col rounded-l border border-line bg-raised shadow-soft outline-none"
      >
        <h2 className="border-b border-line/60 px-5 py-4 text-base font-semibold">{t('notifications.title')}</h2>
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5">
          <AsyncBoundary fallback={<NotificationSkeleton />}>
            <NotificationList level={3} onLeave={() => setIsOpen(false)} />
          </AsyncBoundary>
        </div>
      </Popover>
    </DialogTrigger>
  )
}
