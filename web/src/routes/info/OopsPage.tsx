import { useQuery } from '@tanstack/react-query'
import { projectQuery } from '@/api/info/reference'
import { OopsState } from '@/ui/OopsState'

/** The address that failures elsewhere lead to. */
export function OopsPage() {
  return <OopsState supportEmail={useQuery(projectQuery).data?.support_email} />
}
