/** A hash or a seed, broken wherever the window asks for it. */
export function Code({ children }: { children: string }) {
  return <code className="text-xs break-all">{children}</code>
}
