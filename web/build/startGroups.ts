interface Graph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}

/**
 * Names the group of a module that every page starts with: `libraries` for those of others, `site` for our own; null for
 * all modules that come later, for `main` itself, and for those that `first` runs before anything is seen. What `main` imports at once is
 * what a page starts with.
 */
export function startGroups(first: string, main: string): (id: string, graph: Graph) => string | null {
  const known = new WeakMap<Graph, Set<string>>()
  return (id, graph) => {
    let started = known.get(graph)
    if (!started) {
      started = closure(main, graph)
      for (const early of [main, ...closure(first, graph)]) started.delete(early)
      known.set(graph, started)
    }
    if (!started.has(id)) return null
    return id.includes('/node_modules/') ? 'libraries' : 'site'
  }
}

function closure(id: string, graph: Graph, seen = new Set<string>()): Set<string> {
  if (seen.has(id)) return seen
  seen.add(id)
  for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) closure(imported, graph, seen)
  return seen
}
