import { getRouteApi, Link } from '@tanstack/react-router'
import { fileAddress } from '../../api/files'
import { useStaffLog } from '../../api/log'
import type { StaffAction } from '../../api/types'
import { t, tWord } from '../../i18n/texts'
import { FileLink } from '../../ui/FileLink'
import { ListTable, type ListColumn } from '../../ui/ListTable'
import { State } from '../../ui/Loaded'
import { PageHead } from '../../ui/PageHead'
import { Time } from '../../ui/Time'

const route = getRouteApi('/member/log')

const LINK = 'rounded-s text-link underline-offset-4 hover:underline'

/** What members have done and looked at; a press on a member or a player shows what is theirs. */
export function LogPage() {
  const { member, player } = route.useSearch()
  const list = useStaffLog(member ?? null, player ?? null)
  const isFiltered = member !== undefined || player !== undefined
  return (
    <>
      <PageHead
        title={t('log.title')}
        lead={player === undefined ? t('log.lead') : t('log.about', { id: String(player) })}
        actions={
          <div className="flex flex-wrap items-center gap-4">
            {isFiltered && (
              <Link to="/log" className={LINK}>
                {t('log.all')}
              </Link>
            )}
            <FileLink href={fileAddress('/api/log/export', { member: member ?? null, player: player === undefined ? null : String(player) })}>
              {t('list.csv')}
            </FileLink>
          </div>
        }
      />
      <ListTable label={t('log.title')} list={list} columns={columns()} rowKey={({ id }) => id} empty={<State icon="history" title={t('log.none')} />} />
    </>
  )
}

const columns = (): ListColumn<StaffAction>[] => [
  { label: t('log.what'), cell: ({ kind }) => tWord('fact', kind) },
  {
    label: t('log.who'),
    cell: ({ member_id, name, email }) => (
      <Link to="/log" search={(now) => ({ ...now, member: member_id })} title={email} className={LINK}>
        {name}
      </Link>
    ),
  },
  {
    label: t('player'),
    cell: ({ player_id }) =>
      player_id === null ? (
        '–'
      ) : (
        <Link to="/log" search={(now) => ({ ...now, player: player_id })} className={LINK}>
          #{player_id}
        </Link>
      ),
  },
  { label: t('reason.label'), wideOnly: true, cell: ({ reason }) => <span className="break-words">{reason ?? '–'}</span> },
  { label: t('log.address'), wideOnly: true, cell: ({ address }) => address },
  { label: t('payments.made'), cell: ({ at }) => <Time at={at} /> },
]
