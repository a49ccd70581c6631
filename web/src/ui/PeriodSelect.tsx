import { t } from '@/i18n/messages'
import { HISTORY_PERIODS, historyPeriod, type HistoryPeriod } from '@/domain/historyPeriod'
import { Select } from './Select'

interface PeriodSelectProps {
  value: HistoryPeriod
  onChange: (period: HistoryPeriod) => void
}

/** Of which period a history is shown. */
export function PeriodSelect({ value, onChange }: PeriodSelectProps) {
  return (
    <Select
      label={t('profile.period')}
      autoComplete="off"
      options={HISTORY_PERIODS.map((id) => ({ id, label: t(`profile.period_${id}`) }))}
      value={value}
      onChange={(id) => onChange(historyPeriod(id))}
    />
  )
}
