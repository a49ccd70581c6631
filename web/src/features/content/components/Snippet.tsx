import { useSnippetById } from '../api/snippets'
import { RichText } from './RichText'

/** A small text of the operator by its id; nothing where it has none. */
export function Snippet({ id }: { id: string }) {
  const html = useSnippetById(id)
  return html === undefined ? null : <RichText html={html} />
}
