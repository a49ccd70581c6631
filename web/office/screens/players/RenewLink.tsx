import { useState } from 'react'
import { Button } from '@/ui/Button'
import { renewLink } from '../../api/autologin'
import { t } from '../../i18n/texts'
import { LinkDialog } from '../../ui/LinkDialog'
import { ReasonDialog } from '../../ui/ReasonDialog'

/** Makes another link for a player who was made without a form. `onChanged` hears when a password was chosen meanwhile. */
export function RenewLink({ player, onChanged }: { player: number; onChanged: () => void }) {
  const [isAsking, setAsking] = useState(false)
  const [link, setLink] = useState<string | null>(null)
  return (
    <>
      <Button size="s" variant="secondary" onPress={() => setAsking(true)}>
        {t('autologin.renew')}
      </Button>
      {isAsking && (
        <ReasonDialog
          title={t('autologin.renew_title', { id: String(player) })}
          text={t('autologin.renew_text')}
          confirm={t('autologin.renew')}
          run={async (reason, key) => setLink((await renewLink(player, reason, key)).link)}
          onDone={() => setAsking(false)}
          onChanged={() => {
            setAsking(false)
            onChanged()
          }}
          onClose={() => setAsking(false)}
        />
      )}
      {link && !isAsking && <LinkDialog link={link} text={t('autologin.link_text')} onClose={() => setLink(null)} />}
    </>
  )
}
