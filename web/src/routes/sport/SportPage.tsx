import { useParams } from '@tanstack/react-router'
import { SportGateway } from '@/features/sport/components/SportGateway'

/** The way to the sports site: its front page, or the section that the address names. */
export function SportPage() {
  const { param } = useParams({ strict: false })
  return <SportGateway section={param} />
}
