import type { QueryClient } from '@tanstack/react-query'
import { projectQuery } from '@/api/info/reference'

/** Loads the scripts of others that the operator has named; nothing where there are none, or the operator does not answer. */
export async function loadOutsideScripts(client: QueryClient, page: Document = document): Promise<void> {
  const project = await client.ensureQueryData(projectQuery).catch(() => null)
  for (const address of project?.outside_scripts ?? []) {
    const script = page.createElement('script')
    script.src = address
    script.async = true
    page.head.append(script)
  }
}
