import { useState } from 'react'
import { countryName, dayText } from '@/i18n/names'
import { Alert } from '@/ui/Alert'
import { Button } from '@/ui/Button'
import { Description, DescriptionList } from '@/ui/DescriptionList'
import { revealPlayer } from '../../api/players'
import type { PersonalData, PlayerPage } from '../../api/types'
import { t, tWord, type OfficeKey } from '../../i18n/texts'
import { Panel } from '../../ui/Panel'
import { ReasonDialog } from '../../ui/ReasonDialog'
import { CorrectDialog } from './CorrectDialog'

type Person = Pick<PlayerPage, 'id' | 'name' | 'email' | 'mobile_phone' | 'nickname' | 'country' | 'state_disagrees'>

/** Who the player is: masked, until somebody who may asks for it and says why. */
export function Personal({ player, mayReveal, mayCorrect }: { player: Person; mayReveal: boolean; mayCorrect: boolean }) {
  const [isAsking, setAsking] = useState(false)
  const [isCorrecting, setCorrecting] = useState(false)
  const [shown, setShown] = useState<PersonalData | null>(null)
  const reveal = async (reason: string, key: string) => setShown(await revealPlayer(player.id, reason, key))
  const hide = (
    <Button size="s" variant="secondary" icon="eyeOff" onPress={() => setShown(null)}>
      {t('personal.hide')}
    </Button>
  )
  const ask = (
    <Button size="s" variant="secondary" icon="eye" onPress={() => setAsking(true)}>
      {t('personal.reveal')}
    </Button>
  )
  const correct = (
    <Button size="s" variant="secondary" onPress={() => setCorrecting(true)}>
      {t('correct.action')}
    </Button>
  )
  const corrected = () => {
    setCorrecting(false)
    // What was revealed before is no longer so.
    setShown(null)
  }
  return (
    <Panel
      title={t('personal.title')}
      actions={
        <div className="flex flex-wrap gap-2">
          {mayReveal && (shown ? hide : ask)}
          {mayCorrect && correct}
        </div>
      }
    >
      {player.state_disagrees && (
        <Alert tone="warning" className="mb-4">
          {t('player.region_differs')}
        </Alert>
      )}
      {shown ? <Revealed data={shown} /> : <Masked player={player} />}
      {isCorrecting && <CorrectDialog player={player.id} onDone={corrected} onClose={() => setCorrecting(false)} />}
      {isAsking && (
        <ReasonDialog
          title={t('personal.reveal_title')}
          text={t('personal.reveal_text')}
          confirm={t('personal.reveal')}
          run={reveal}
          onDone={() => setAsking(false)}
          onChanged={() => setAsking(false)}
          onClose={() => setAsking(false)}
        />
      )}
    </Panel>
  )
}

function Masked({ player }: { player: Person }) {
  return (
    <DescriptionList>
      <Description label={t('player.name')}>{player.name ?? '–'}</Description>
      <Description label={t('email')}>
        <span className="break-all">{player.email}</span>
      </Description>
      <Description label={t('player.phone')}>{player.mobile_phone ?? '–'}</Description>
      <Description label={t('player.nickname')}>{player.nickname ?? '–'}</Description>
      <Description label={t('player.country')}>{countryName(player.country)}</Description>
    </DescriptionList>
  )
}

function Revealed({ data }: { data: PersonalData }) {
  const rows: [OfficeKey, string | null][] = [
    ['player.first_name', data.first_name],
    ['player.last_name', data.last_name],
    ['email', data.email],
    ['player.phone', data.mobile_phone],
    ['player.born', data.date_of_birth && dayText(data.date_of_birth)],
    ['player.gender', data.gender && tWord('gender', data.gender)],
    ['player.address', data.address],
    ['player.postal_code', data.postal_code],
    ['player.city', data.city],
    ['player.region', data.state],
    ['player.country', countryName(data.country)],
    ['player.personal_id', data.personal_id],
    ['player.profession', data.profession],
  ]
  return (
    <DescriptionList>
      {rows.map(([label, value]) => (
        <Description key={label} label={t(label)}>
          <span className="break-words">{value || '–'}</span>
        </Description>
      ))}
    </DescriptionList>
  )
}
