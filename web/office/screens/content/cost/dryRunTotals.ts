import type { FraudDryRun } from '../../../api/types'
import { t } from '../../../i18n/texts'

/** How many payments are held and refused, by the rules in force and by the draft. */
export function totals({ old, new: drafted }: Pick<FraudDryRun, 'old' | 'new'>): string {
  return [
    `${t('dry_run.old_review')}: ${old.review}`,
    `${t('dry_run.new_review')}: ${drafted.review}`,
    `${t('dry_run.old_decline')}: ${old.decline}`,
    `${t('dry_run.new_decline')}: ${drafted.decline}`,
  ].join(' · ')
}
