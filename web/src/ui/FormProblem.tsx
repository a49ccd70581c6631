import { Notice } from './Notice'

/** What is wrong with a form as a whole, above its button. */
export function FormProblem({ text }: { text: string | undefined }) {
  return text ? <Notice tone="danger">{text}</Notice> : null
}
