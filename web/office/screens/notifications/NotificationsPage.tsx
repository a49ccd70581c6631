import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { currentLocale } from '@/i18n/messages'
import { Button } from '@/ui/Button'
import { showToast } from '@/ui/toast'
import { CAMPAIGNS, useCampaigns, withdrawCampaign } from '../../api/notifications'
import type { Campaign } from '../../api/types'
import { t } from '../../i18n/texts'
import { ListTable } from '../../ui/ListTable'
import { State } from '../../ui/Loaded'
import { PageHead } from '../../ui/PageHead'
import { ReasonDialog } from '../../ui/ReasonDialog'
import { columns } from './columns'
import { SendDialog } from './SendDialog'

const route = getRouteApi('/member/notifications')

/** What was sent to players behind the bell, with how many have read it; the way to send, and to take back. */
export function NotificationsPage() {
  const { player } = route.useSearch()
  const navigate = useNavigate()
  const [isSending, setSending] = useState(player !== undefined)
  const close = () => {
    setSending(false)
    if (player !== undefined) void navigate({ to: '/notifications', replace: true })
  }
  return (
    <>
      <PageHead title={t('campaigns.title')} lead={t('campaigns.lead')} actions={<Button onPress={() => setSending(true)}>{t('campaigns.new')}</Button>} />
      <Campaigns />
      {isSending && <SendDialog player={player} onClose={close} />}
    </>
  )
}

/** The list of what was sent. */
export function Campaigns() {
  const list = useCampaigns()
  const [withdrawing, setWithdrawing] = useState<Campaign | null>(null)
  const withdraw = (campaign: Campaign) => <Withdraw campaign={campaign} onOpen={setWithdrawing} />
  return (
    <>
      <ListTable
        label={t('campaigns.title')}
        list={list}
        columns={[...columns(currentLocale()), { label: t('staff.actions'), align: 'end', cell: withdraw }]}
        rowKey={({ id }) => id}
        empty={<State icon="bell" title={t('campaigns.none')} text={t('campaigns.none_text')} />}
      />
      {withdrawing && <WithdrawDialog campaign={withdrawing} onClose={() => setWithdrawing(null)} />}
    </>
  )
}

function Withdraw({ campaign, onOpen }: { campaign: Campaign; onOpen: (campaign: Campaign) => void }) {
  if (campaign.state !== 'sending' && campaign.state !== 'sent') return <span className="text-muted">–</span>
  return (
    <span role="group" aria-label={t('campaigns.actions_for', { title: campaign.title })}>
      <Button size="s" variant="ghost" onPress={() => onOpen(campaign)}>
        {t('campaigns.withdraw')}
      </Button>
    </span>
  )
}

function WithdrawDialog({ campaign, onClose }: { campaign: Campaign; onClose: () => void }) {
  const queryClient = useQueryClient()
  const onChanged = () => {
    onClose()
    void queryClient.invalidateQueries({ queryKey: CAMPAIGNS })
  }
  return (
    <ReasonDialog
      title={t('campaigns.withdraw_title', { title: campaign.title })}
      text={t('campaigns.withdraw_text')}
      confirm={t('campaigns.withdraw')}
      tone="danger"
      run={(reason, key) => withdrawCampaign(campaign.id, reason, key)}
      onDone={() => {
        showToast('successfully', t('campaigns.withdrawn'))
        onChanged()
      }}
      onChanged={onChanged}
      onClose={onClose}
    />
  )
}
