import { t } from '@/i18n/messages'
import { useInstallPrompt } from '@/platform/installPrompt'
import { Button } from '@/ui/Button'

/** Safari on iOS installs from its own menu and tells nobody; an installed page says `standalone`. */
function isInIosSafari({ userAgent, standalone }: { userAgent: string; standalone?: boolean }): boolean {
  return /iPhone|iPad|iPod/.test(userAgent) && /Safari\//.test(userAgent) && standalone !== true
}

/** How the site becomes an app of this device; nothing where it is one, or cannot be one. */
export function InstallBlock() {
  const install = useInstallPrompt()
  if (install) {
    return (
      <Button variant="secondary" size="s" icon="plus" onPress={install} className="mt-4">
        {t('install.item')}
      </Button>
    )
  }
  // Nobody's browser is known where pages are drawn ahead.
  return typeof navigator === 'object' && isInIosSafari(navigator) && <p className="mt-4 max-w-xs text-sm text-soft">{t('install.ios')}</p>
}
