/** Goes on in a task of its own: what the visitor has done meanwhile comes first. */
export function yieldToMain(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}
