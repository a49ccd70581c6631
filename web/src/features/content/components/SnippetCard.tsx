import type { ReactNode } from 'react'
import { Card } from '@/ui/Card'
import { useSnippetById } from '../api/snippets'
import { RichText } from './RichText'

interface SnippetCardProps {
  /** The small text. */
  id: string
  title: string
  /** What stands below the text. */
  children?: ReactNode
}

/** A small text of staff's under a headline; nothing where there is none. */
export function SnippetCard({ id, title, children }: SnippetCardProps) {
  const html = useSnippetById(id)
  if (html === undefined) return null
  return (
    <Card title={title}>
      <RichText html={html} />
      {children}
    </Card>
  )
}
