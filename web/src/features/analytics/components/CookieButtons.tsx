import { t } from '@/i18n/messages'
import { acceptCookies } from '@/platform/consent'
import { cx } from '@/platform/cx'
import { Button } from '@/ui/Button'
import { refuseCookiesAndReload } from '../model/refuseCookiesAndReload'

/** Both answers about cookies, side by side and of the same weight. */
export function CookieButtons({ className }: { className?: string }) {
  return (
    <div className={cx('grid grid-cols-2 gap-2', className)}>
      <Button variant="secondary" onPress={refuseCookiesAndReload} className="px-3">
        {t('cookies.refuse')}
      </Button>
      <Button variant="secondary" onPress={acceptCookies} className="px-3">
        {t('cookies.accept')}
      </Button>
    </div>
  )
}
