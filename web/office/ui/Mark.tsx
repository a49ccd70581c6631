import { t } from '../i18n/texts'
import icon from './icon.svg'

/** The office's sign with its name. */
export function Mark() {
  return (
    <span className="flex items-center gap-2.5">
      <img src={icon} alt="" width={26} height={26} />
      <span className="text-base font-semibold tracking-tight">{t('office')}</span>
    </span>
  )
}
