import { useQueryClient } from '@tanstack/react-query'
import { showToast } from '@/ui/toast'
import { PAYMENT_DESK, switchMethod, switchPartner } from '../../api/paymentDesk'
import { t } from '../../i18n/texts'
import { ReasonDialog } from '../../ui/ReasonDialog'

/** What is about to be switched, and which way. */
export interface Switching {
  what: 'method' | 'partner'
  id: string
  name: string
  off: boolean
}

/** Asks why something is switched off or on, and switches it. */
export function SwitchDialog({ what, id, name, off, onClose }: Switching & { onClose: () => void }) {
  const queryClient = useQueryClient()
  const onChanged = () => {
    onClose()
    void queryClient.invalidateQueries({ queryKey: PAYMENT_DESK })
  }
  const run = (reason: string, key: string) => (what === 'method' ? switchMethod : switchPartner)(id, { off, reason }, key)
  return (
    <ReasonDialog
      title={t(off ? 'desk.off_title' : 'desk.on_title', { name })}
      text={t(off ? `desk.off_text_${what}` : 'desk.on_text')}
      confirm={t(off ? 'desk.switch_off' : 'desk.switch_on')}
      tone={off ? 'danger' : 'primary'}
      run={run}
      onDone={() => {
        showToast('successfully', t(off ? 'desk.off_done' : 'desk.on_done', { name }))
        onChanged()
      }}
      onChanged={onChanged}
      onClose={onClose}
    />
  )
}
