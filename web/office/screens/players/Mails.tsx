import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Badge } from '@/ui/Badge'
import { Button } from '@/ui/Button'
import { showToast } from '@/ui/toast'
import { mailsKey, resendMail, usePlayerMails } from '../../api/playerParts'
import type { PlayerMail } from '../../api/types'
import { t } from '../../i18n/texts'
import { ListTable, type ListColumn } from '../../ui/ListTable'
import { State } from '../../ui/Loaded'
import { ReasonDialog } from '../../ui/ReasonDialog'
import { Time } from '../../ui/Time'

/** The mails to a player's present address, and the way to send one of them again. */
export function Mails({ id, mayResend }: { id: number; mayResend: boolean }) {
  const [chosen, setChosen] = useState<PlayerMail | null>(null)
  const queryClient = useQueryClient()
  const onChanged = () => {
    setChosen(null)
    void queryClient.invalidateQueries({ queryKey: mailsKey(id) })
  }
  return (
    <section aria-label={t('mails.title')}>
      <h2 className="mb-2 text-base font-semibold">{t('mails.title')}</h2>
      {mayResend && <p className="mb-2 text-sm text-soft">{t('mails.lead')}</p>}
      <ListTable
        label={t('mails.title')}
        list={usePlayerMails(id)}
        columns={mailColumns(mayResend ? setChosen : null)}
        rowKey={(row) => row.id}
        empty={<State icon="mail" title={t('mails.none')} />}
      />
      {chosen && (
        <ReasonDialog
          title={t('mails.resend_title')}
          text={t('mails.resend_text', { subject: chosen.subject })}
          confirm={t('mails.resend')}
          run={(reason, key) => resendMail(id, chosen.id, reason, key)}
          onDone={() => {
            showToast('successfully', t('mails.resend_done'))
            onChanged()
          }}
          onChanged={onChanged}
          onClose={() => setChosen(null)}
        />
      )}
    </section>
  )
}

const MAIL_TONE = { waiting: 'info', sent: 'success', failed: 'danger' } as const

function mailColumns(onResend: ((mail: PlayerMail) => void) | null): ListColumn<PlayerMail>[] {
  const columns: ListColumn<PlayerMail>[] = [
    { label: t('mails.subject'), cell: (row) => row.subject },
    {
      label: t('payments.state'),
      cell: (row) => (
        <span className="flex flex-wrap gap-2">
          <Badge tone={MAIL_TONE[row.state]}>{t(`mails.${row.state}`)}</Badge>
          {row.resent && <Badge tone="neutral">{t('mails.resent')}</Badge>}
        </span>
      ),
    },
    { label: t('mails.written'), cell: (row) => <Time at={row.posted_at} /> },
  ]
  if (onResend === null) return columns
  const resend = (row: PlayerMail) =>
    row.resendable && (
      <Button size="s" variant="secondary" onPress={() => onResend(row)}>
        {t('mails.resend')}
      </Button>
    )
  return [...columns, { label: t('mails.resend'), cell: resend }]
}
