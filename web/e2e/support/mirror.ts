import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SITE_URL } from './servers.ts'

/** Another host of the server, which a journey can shut, open again, and let serve another build's worker. */
export class Mirror {
  private server: Server | null = null
  private port = 0
  /** What the worker is turned into on its way; as it is when left out. */
  changeWorker: (script: string) => string = (script) => script

  get url(): string {
    return `http://localhost:${this.port}`
  }

  /** Opens; again at the same address. */
  async open(): Promise<void> {
    const server = createServer((incoming, outgoing) => {
      const isWorker = incoming.url === '/sw.js'
      const headers = { ...incoming.headers }
      if (isWorker) {
        headers['accept-encoding'] = 'identity'
        delete headers['if-none-match']
      }
      const forwarded = request(new URL(incoming.url ?? '/', SITE_URL), { method: incoming.method, headers }, (answer) => {
        if (!isWorker) {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
          answer.pipe(outgoing)
          return
        }
        let script = ''
        answer.setEncoding('utf8').on('data', (part: string) => (script += part))
        answer.on('end', () => {
          // The changed script has another length.
          delete answer.headers['content-length']
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers).end(this.changeWorker(script))
        })
      })
      forwarded.on('error', () => outgoing.destroy())
      incoming.pipe(forwarded)
    })
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', resolve))
    this.port = (server.address() as AddressInfo).port
    this.server = server
  }

  /** Nobody answers any more. */
  async shut(): Promise<void> {
    const { server } = this
    this.server = null
    if (!server) return
    const closed = new Promise((resolve) => server.close(resolve))
    server.closeAllConnections()
    await closed
  }
}
