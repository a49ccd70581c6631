import { Alert } from './Alert'

/** What is wrong with a form as a whole, above its button. */
export function FormProblem({ text }: { text: string | undefined }) {
  return text ? <Alert tone="danger">{text}</Alert> : null
}
