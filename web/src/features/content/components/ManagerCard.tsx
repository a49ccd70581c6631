import { useQuery } from '@tanstack/react-query'
import { usePlayer } from '@/api/session/player'
import { t } from '@/i18n/messages'
import { groupsOf } from '@/domain/player/groups'
import { managerQuery } from '../api/manager'

const WAY = 'inline-flex min-h-11 items-center text-link underline-offset-4 hover:underline'

/** Who looks after the player; nothing for those whom nobody does. */
export function ManagerCard() {
  const player = usePlayer()
  const manager = useQuery(managerQuery(groupsOf(player))).data
  if (!manager) return null
  return (
    <section className="rounded-l border border-vip/40 bg-surface p-5">
      <h2 className="font-sans text-sm font-semibold text-vip-text">{t('manager.title')}</h2>
      <div className="mt-4 flex items-center gap-4">
        <img src={manager.avatar} alt="" width={56} height={56} className="size-14 rounded-full bg-raised object-cover" />
        <div className="min-w-0">
          <p className="font-semibold">{manager.managerName}</p>
          <p className="text-sm text-muted">{manager.time}</p>
        </div>
      </div>
      <div className="mt-3 flex flex-wrap gap-x-5 text-sm">
        <a href={`mailto:${manager.email}`} className={WAY}>
          {t('manager.mail')}
        </a>
        {manager.whatsAppLink && (
          <a href={manager.whatsAppLink} target="_blank" rel="noreferrer" className={WAY}>
            WhatsApp
          </a>
        )}
        {manager.telegramLink && (
          <a href={manager.telegramLink} target="_blank" rel="noreferrer" className={WAY}>
            Telegram
          </a>
        )}
      </div>
    </section>
  )
}
