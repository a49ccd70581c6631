/** What the server answers and Vite does not, as Vite's proxy names it: the start of a path, or an expression after `^`. */
export const SERVER_PATHS = [
  '/api',
  '/check-email',
  '/client-context',
  '/messages',
  '/house-games',
  '/art',
  '/media',
  '/jam',
  '/restore-id',
  '^/log(_utm_set|_utm_send)?$',
  '/performance',
  '/network-performance',
  '/metrics-errors-validation',
  '/variant-shown',
  '/pixel.gif',
]

/** Whether Vite hands `path` on to the server. */
export const isOfServer = (path: string): boolean => SERVER_PATHS.some((own) => (own.startsWith('^') ? new RegExp(own).test(path) : path.startsWith(own)))
