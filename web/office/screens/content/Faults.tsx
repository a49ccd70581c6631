import { Alert } from '@/ui/Alert'
import type { ContentFault } from '../../api/types'
import { t } from '../../i18n/texts'

/** What is wrong with a draft, as those who will load it say. */
export function Faults({ faults, path }: { faults: readonly ContentFault[]; path: string }) {
  if (faults.length === 0) return null
  return (
    <Alert tone="danger">
      <p className="font-medium">{t('content.faulty')}</p>
      <ul className="mt-1 list-disc pl-5">
        {faults.map((fault) => (
          <li key={`${fault.path} ${fault.line} ${fault.message}`} className="break-words">
            {fault.path !== path && fault.path !== null && <span className="font-mono">{fault.path} </span>}
            {fault.line !== null && <>{t('content.line', { line: fault.line })} </>}
            {fault.message}
          </li>
        ))}
      </ul>
    </Alert>
  )
}
