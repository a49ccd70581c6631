import { usePlayer } from '@/api/session/player'
import { t } from '@/i18n/messages'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { showToast } from '@/ui/toast'
import { OpenOutside } from './art'
import { useExitPrompt } from './exitPrompt'
import { useIsBusy } from './useIsBusy'

/** Invites whoever came through an app's window into Safari. Mounted in such a window only. */
export function ExitPrompt() {
  const isPlayer = Boolean(usePlayer())
  const [shown, close] = useExitPrompt(useIsBusy(), isPlayer)
  const copy = () => {
    navigator.clipboard.writeText(window.location.href).then(
      () => showToast('successfully', t('ios.copied')),
      () => showToast('reject', t('ios.not_copied')),
    )
    close()
  }
  if (!shown) return null
  return (
    <Dialog title={t('ios.title')} onClose={close} size="s">
      <div className="flex flex-col items-center gap-5 text-center">
        <OpenOutside />
        <p className="text-soft">{t('ios.text')}</p>
        <Button wide icon="copy" onPress={copy}>
          {t('ios.copy')}
        </Button>
      </div>
    </Dialog>
  )
}
