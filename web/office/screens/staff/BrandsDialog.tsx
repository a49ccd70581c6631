import { useState } from 'react'
import { useAction } from '@/api/useAction'
import { problemText } from '@/i18n/errorText'
import { Dialog } from '@/ui/Dialog'
import { showToast } from '@/ui/toast'
import { bindToBrands } from '../../api/staff'
import type { BrandChoice, Member } from '../../api/types'
import { t } from '../../i18n/texts'
import { FormEnd } from '../../ui/FormEnd'
import { BrandBoxes } from './BrandBoxes'

/** Binds a colleague to brands, or to none; it holds from their next step on. */
export function BrandsDialog({ member, brands, onDone, onClose }: { member: Member; brands: readonly BrandChoice[]; onDone: () => void; onClose: () => void }) {
  const [chosen, setChosen] = useState<readonly string[]>(member.brands)
  const [problem, setProblem] = useState<string>()
  const { start, isPending } = useAction({
    run: (to: readonly string[], { idempotencyKey }) => bindToBrands(member.id, to, idempotencyKey),
    onDone: () => {
      showToast('successfully', t('staff.brands_changed', { name: member.name }))
      onDone()
    },
    onError: (error) => setProblem(problemText(error)),
  })
  return (
    <Dialog title={t('staff.brands_title', { name: member.name })} onClose={onClose} size="s">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          setProblem(undefined)
          void start(chosen)
        }}
        className="space-y-4"
      >
        <BrandBoxes brands={brands} chosen={chosen} onChange={setChosen} />
        <FormEnd problem={problem} confirm={t('staff.change_brands')} isPending={isPending} onClose={onClose} />
      </form>
    </Dialog>
  )
}
