import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAction } from '@/api/useAction'
import { fieldTexts, problemText } from '@/i18n/errorText'
import { Button } from '@/ui/Button'
import { FormProblem } from '@/ui/FormProblem'
import { Icon, isIconName } from '@/ui/Icon'
import { Alert } from '@/ui/Alert'
import { showToast } from '@/ui/toast'
import { CAMPAIGNS, reachQuery, sendCampaign } from '../../api/notifications'
import type { CampaignBody } from '../../api/types'
import { t } from '../../i18n/texts'
import { Loaded } from '../../ui/Loaded'

/** What the server has against the fields; empty when it refused nothing of them. */
const complaints = (error: unknown): string => Object.values(fieldTexts(error)).join(' ')

interface ConfirmSendProps {
  body: CampaignBody
  onBack: () => void
  onClose: () => void
}

/** What is about to be sent, and to how many players: once it is sent, it is on their screens within seconds. */
export function ConfirmSend({ body, onBack, onClose }: ConfirmSendProps) {
  const queryClient = useQueryClient()
  const reach = useQuery(reachQuery(body))
  const [problem, setProblem] = useState<string>()
  const complaint = complaints(reach.error)
  const { start, isPending } = useAction({
    run: (sent: CampaignBody, { idempotencyKey }) => sendCampaign(sent, idempotencyKey),
    onDone: () => {
      showToast('successfully', t('campaigns.on_its_way'))
      void queryClient.invalidateQueries({ queryKey: CAMPAIGNS })
      onClose()
    },
    onError: (error) => setProblem(complaints(error) || problemText(error)),
  })
  return (
    <div className="space-y-4">
      <div className="flex gap-3 rounded-m border border-line bg-raised p-4">
        <Icon name={isIconName(body.icon) ? body.icon : 'bell'} size={24} className="shrink-0 text-accent" />
        <div className="min-w-0 text-sm">
          <p className="font-semibold break-words">{body.title.en}</p>
          <p className="break-words text-soft">{body.text.en}</p>
          {body.button_path && (
            <p className="mt-1 break-all text-muted">
              {body.button_title?.en}: {body.button_path}
            </p>
          )}
        </div>
      </div>
      {complaint ? (
        <FormProblem text={complaint} />
      ) : (
        <Loaded query={reach}>
          {({ players, left_out, complete }) => (
            <Alert tone={players > 0 ? 'info' : 'warning'}>
              {(complete || players > 0) && <p className="font-semibold">{t('campaigns.reach', { count: players })}</p>}
              {!complete && <p>{t('campaigns.reach_part')}</p>}
              {left_out > 0 && <p>{t('campaigns.reach_left_out', { count: left_out })}</p>}
            </Alert>
          )}
        </Loaded>
      )}
      <FormProblem text={problem} />
      {/* Whatever is wrong with the readers, the way back to what was written is there. */}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="ghost" onPress={onBack} autoFocus>
          {t('campaigns.back')}
        </Button>
        <Button
          pending={isPending}
          isDisabled={Boolean(complaint) || !reach.data || (reach.data.complete && reach.data.players === 0)}
          onPress={() => void start(body)}
        >
          {t('campaigns.send')}
        </Button>
      </div>
    </div>
  )
}
