import type { ComponentProps } from 'react'
import { Button } from '@/ui/Button'
import { FormProblem } from '@/ui/FormProblem'
import { t } from '../i18n/texts'

interface FormEndProps {
  /** What is wrong with the form as a whole. */
  problem?: string | undefined
  /** The words of the button that sends it. */
  confirm: string
  tone?: ComponentProps<typeof Button>['variant']
  isPending?: boolean
  /** What stands in the way is told elsewhere in the form. */
  isDisabled?: boolean
  onClose: () => void
}

/** The end of a dialog's form: what is wrong with it, the way back, and the button that sends it. */
export function FormEnd({ problem, confirm, tone, isPending = false, isDisabled = false, onClose }: FormEndProps) {
  return (
    <>
      <FormProblem text={problem} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="ghost" onPress={onClose}>
          {t('cancel')}
        </Button>
        <Button type="submit" variant={tone} isDisabled={isDisabled} pending={isPending}>
          {confirm}
        </Button>
      </div>
    </>
  )
}
