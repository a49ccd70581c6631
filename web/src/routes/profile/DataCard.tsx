import type { ContactTopic } from '@/features/content/model/contactTopics'
import { t } from '@/i18n/messages'
import { Card } from '@/ui/Card'
import type { IconName } from '@/ui/Icon'
import { ButtonLink } from '@/ui/Link'

/** What becomes of the player's data and account: people of the operator see to both, so each is asked for in a message. */
export function DataCard() {
  return (
    <Card title={t('security.data')} text={t('security.data_text')}>
      <div className="flex flex-wrap gap-3">
        <Request topic="data" icon="mail">
          {t('security.data_export')}
        </Request>
        <Request topic="closing" icon="signOut">
          {t('security.data_close')}
        </Request>
      </div>
    </Card>
  )
}

function Request({ topic, icon, children }: { topic: ContactTopic; icon: IconName; children: string }) {
  return (
    <ButtonLink to="/support" search={{ topic } as object} variant="secondary" icon={icon} className="max-sm:w-full">
      {children}
    </ButtonLink>
  )
}
