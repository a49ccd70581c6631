import { usePlayerFields } from '@/api/info/playerFields'
import type { Player } from '@/api/types'
import { t } from '@/i18n/messages'
import { fieldsOf, type FieldSpec, type PlayerFields } from '@/domain/player/fields'
import { Skeleton } from '@/ui/Skeleton'
import { showToast } from '@/ui/toast'
import { PlayerForm } from './PlayerForm'
import { StatsSummary } from './StatsSummary'
import { SubscriptionsCard } from './SubscriptionsCard'

/** Sums of the player's money, and the form of the player's data. */
export function PersonalData({ player }: { player: Player }) {
  const fields = usePlayerFields()
  return (
    <div className="space-y-6">
      <StatsSummary />
      <section aria-labelledby="data-title" className="rounded-l border border-line bg-surface p-5 md:p-7">
        <h2 id="data-title" className="text-xl font-semibold">
          {t('profile.data')}
        </h2>
        <p className="mt-1 mb-6 text-sm text-soft">{t('profile.data_text')}</p>
        {fields ? (
          <PlayerForm
            name="profile"
            specs={dataFields(fields)}
            player={player}
            optional={optionalFields(fields)}
            submitLabel={t('profile.save')}
            onSaved={() => showToast('successfully', t('profile.saved'), { id: 'profile' })}
          />
        ) : (
          <Skeleton className="h-96 w-full" />
        )}
      </section>
      <SubscriptionsCard />
    </div>
  )
}

/** Fields that may stay empty: neither sign-up, deposits nor cashouts require them. */
function optionalFields({ contexts, fields }: PlayerFields): ReadonlySet<string> {
  const needed = new Set([...(contexts.deposit ?? []), ...(contexts.cashout ?? [])])
  return new Set(fields.filter(({ field, required }) => !required && !needed.has(field)).map(({ field }) => field))
}

/** Fields of the edit form, without the marketing checkboxes: SubscriptionsCard saves those itself. */
function dataFields(fields: PlayerFields): FieldSpec[] {
  return fieldsOf(fields, 'edition').filter(({ type }) => type !== 'checkbox')
}
