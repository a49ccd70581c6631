import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, mkdtempSync, openSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test as base } from '@playwright/test'
import { CROUPIER, SETTINGS } from './command.ts'

const ROOT = join(import.meta.dirname, '../../..')
const START_MAX_MS = 60_000

/** libfaketime for programs of several threads, where Debian puts it; undefined where it is not installed. */
const FAKETIME = existsSync('/usr/lib')
  ? readdirSync('/usr/lib')
      .map((folder) => join('/usr/lib', folder, 'faketime/libfaketimeMT.so.1'))
      .find((file) => existsSync(file))
  : undefined

/**
 * A server and its payment partner whose clock a journey sets, for what takes days. They are processes of this journey, with data
 * of their own: the server under test keeps the time of the machine. Pages need no other clock, as the site goes by the server's.
 */
export class TimedServer {
  private readonly folder = mkdtempSync(join(tmpdir(), 'croupier-timed-'))
  private readonly hands = join(this.folder, 'clock')
  private readonly command = CROUPIER ?? 'croupier'
  private readonly environment: NodeJS.ProcessEnv
  private readonly processes: ChildProcess[] = []
  private readonly partnerUrl: string
  readonly url: string

  private constructor(port: number, partnerPort: number) {
    this.url = `http://localhost:${port}`
    this.partnerUrl = `http://127.0.0.1:${partnerPort}`
    this.environment = {
      ...SETTINGS,
      LD_PRELOAD: FAKETIME,
      FAKETIME_TIMESTAMP_FILE: this.hands,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      CROUPIER_DATA: join(this.folder, 'data'),
      CROUPIER_LISTEN: `127.0.0.1:${port}`,
      CROUPIER_OFFICE_LISTEN: '',
      CROUPIER_PUBLIC_URL: this.url,
      CROUPIER_NOTIFY_URL: `http://127.0.0.1:${port}`,
      CROUPIER_SANDBOX_URL: this.partnerUrl,
    }
    this.setClock(Date.now())
  }

  /** Fills fresh data, starts both, and waits until they answer. What they log goes to files that `logPath` names. */
  static async start(logPath: (name: string) => string): Promise<TimedServer> {
    const server = new TimedServer(await freePort(), await freePort())
    try {
      server.run('seed')
      server.spawn(server.command, ['serve'], server.environment, logPath('server.log'))
      server.spawn(join(dirname(server.command), 'croupier-sandbox'), [], server.partnerEnvironment(), logPath('partner.log'))
      await answers(`${server.url}/readyz`)
      await answers(`${server.partnerUrl}/panel/payments`)
    } catch (error) {
      await server.end()
      throw error
    }
    return server
  }

  /** Sets the clock, in Unix milliseconds. It goes on from there. */
  setClock(at: number): void {
    const seconds = Math.round((at - Date.now()) / 1_000)
    const next = `${this.hands}.next`
    writeFileSync(next, `${seconds < 0 ? '' : '+'}${seconds}\n`)
    // Nobody reads half of it.
    renameSync(next, this.hands)
  }

  /** Ends both, and checks the books. The data stays behind when they are wrong. */
  async close(): Promise<void> {
    await this.end()
    this.run('check')
    rmSync(this.folder, { recursive: true })
  }

  private async end(): Promise<void> {
    for (const child of this.processes) {
      const isOver = child.exitCode !== null || child.signalCode !== null
      if (!isOver && child.kill('SIGTERM')) await once(child, 'exit')
    }
  }

  private run(word: string): void {
    const { status, stdout, stderr } = spawnSync(this.command, [word], { cwd: ROOT, env: this.environment, encoding: 'utf8' })
    expect(status, `${word}: ${stdout}${stderr}`).toBe(0)
  }

  private spawn(command: string, words: string[], env: NodeJS.ProcessEnv, logFile: string): void {
    const log = openSync(logFile, 'w')
    this.processes.push(spawn(command, words, { cwd: ROOT, env, stdio: ['ignore', log, log] }))
    closeSync(log)
  }

  private partnerEnvironment(): NodeJS.ProcessEnv {
    const secrets = readFileSync(join(this.folder, 'data/secrets.toml'), 'utf8')
    const secret = (name: string) => new RegExp(`^${name} = "(.*)"$`, 'm').exec(secrets)?.[1]
    return {
      ...this.environment,
      SANDBOX_LISTEN: new URL(this.partnerUrl).host,
      SANDBOX_API_KEY: secret('payments_api_key'),
      SANDBOX_WEBHOOK_SECRET: secret('payments_webhook_secret'),
      SANDBOX_CASINO_URL: this.url,
    }
  }
}

/** Waits until a GET of `address` is answered with 200. */
async function answers(address: string): Promise<void> {
  const status = () =>
    fetch(address).then(
      (answer) => answer.status,
      () => 'no answer',
    )
  await expect.poll(status, { message: address, timeout: START_MAX_MS }).toBe(200)
}

/** A port that nobody listens at. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** A journey of these visits a server whose clock it sets; it is left out, and says so, where there is no libfaketime. */
export const test = base.extend<{ server: TimedServer }>({
  server: async ({ browserName: _ }, give, journey) => {
    journey.skip(CROUPIER === undefined, 'CROUPIER_E2E_COMMAND names the command of the server under test')
    journey.skip(FAKETIME === undefined, 'libfaketime is not installed (Debian: faketime)')
    const server = await TimedServer.start((name) => journey.outputPath(name))
    await give(server)
    await server.close()
  },
  baseURL: async ({ server }, give) => give(server.url),
})
