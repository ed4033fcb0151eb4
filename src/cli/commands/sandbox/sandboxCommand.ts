import { startSandbox } from '../../../sandbox/startSandbox.ts'
import type { SandboxDialect } from '../../../sandbox/kinds/dialect.ts'
import type { SandboxOptions } from '../../../sandbox/types.ts'
import { answer, remark } from '../../output/terminal.ts'
import { untilSignal } from '../../basics/untilSignal.ts'

export interface SandboxCommandOptions {
  port: number
  seed?: number
  state?: string
  json?: boolean
  signatureHeader?: string
  objectsUnder?: string
  changes?: SandboxDialect['changes']
  spelling?: SandboxDialect['spelling']
}

/** The emulator of the service alone, until a signal. */
export async function sandboxCommand(options: SandboxCommandOptions): Promise<void> {
  const settings: SandboxOptions = {
    port: options.port,
    log: (_level, message) => remark(message),
    dialect: dialectOf(options),
    ...(options.seed === undefined ? {} : { seed: options.seed }),
    ...(options.state === undefined ? {} : { stateFile: options.state }),
  }
  const stopped = untilSignal()
  const sandbox = await startSandbox(settings)
  const { authUrl, baseUrl, clientId, audience, username, password } = sandbox.credentials
  const facts = { url: sandbox.url, authUrl, baseUrl, clientId, audience, username, password }
  answer(options.json === true ? JSON.stringify(facts) : readable(facts))
  await stopped
  await sandbox.stop()
}

/** Only what was given: an absent option must not override the usual choice. */
function dialectOf({
  signatureHeader,
  objectsUnder,
  changes,
  spelling,
}: SandboxCommandOptions): Partial<SandboxDialect> {
  return {
    ...(signatureHeader === undefined ? {} : { signatureHeader }),
    ...(objectsUnder === undefined ? {} : { objectsUnder }),
    ...(changes === undefined ? {} : { changes }),
    ...(spelling === undefined ? {} : { spelling }),
  }
}

function readable(facts: Record<string, string>): string {
  const width = Math.max(...Object.keys(facts).map((name) => name.length))
  return [
    'The sandbox is running. These are demonstration values, not secrets.',
    '',
    ...Object.entries(facts).map(([name, value]) => `  ${name.padEnd(width)}  ${value}`),
    '',
    `OpenAPI: ${facts['url']}/openapi.json`,
    `Make it notify: hookscope trigger payment --sandbox ${facts['url']}`,
    'Ctrl+C stops.',
  ].join('\n')
}
