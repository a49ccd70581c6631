/** The path of the text for these groups: `{path}-{group}` of the first group that has one, else `path`; undefined without either. */
export function pathForGroups(paths: readonly string[], path: string, groups: readonly number[]): string | undefined {
  const own = groups.map((group) => `${path}-${group}`)
  return [...own, path].find((candidate) => paths.includes(candidate))
}
