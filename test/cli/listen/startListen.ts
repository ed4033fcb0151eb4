import { createHmac, randomUUID } from 'node:crypto'
import { onTestFinished } from 'vitest'
import { json, startScriptedServer } from '../../build/startScriptedServer.ts'
import { startHere } from '../runHere.ts'
import { type Running, startHookscope } from '../runHookscope.ts'

export const secret = 'a shared secret'

interface Line {
  event: 'delivery' | 'follow-up' | 'forward'
  id: string
  [field: string]: unknown
}

/** `hookscope listen` as a process, and a sender of signed notifications. */
export async function startListen(
  data: string,
  args: string[],
  variables: Record<string, string>,
  atEnd: (stop: () => Promise<void>) => void = onTestFinished,
) {
  const running = startHookscope(['listen', '--receiver-port', '0', '--data', data, ...args], {
    variables: { HOOKSCOPE_SHARED_SECRET: secret, ...variables },
  })
  atEnd(async () => {
    running.child.kill('SIGKILL')
    await running.ended
  })
  const remarks = watchRemarks(running)
  const ready = await remarks.until('Ctrl+C stops')
  const receiver = receiverIn(ready)
  return {
    running,
    remarks,
    ready,
    receiver,
    send: async (fields: object = {}, query = '') => send(receiver + query, fields),
  }
}

/** The same in the process of the tests, one at a time. */
export async function startListenHere(data: string, args: string[], variables: Record<string, string> = {}) {
  const running = startHere(['listen', '--receiver-port', '0', '--data', data, ...args], {
    variables: { HOOKSCOPE_SHARED_SECRET: secret, ...variables },
  })
  onTestFinished(async () => void (await running.stop()))
  const ready = await running.until('Ctrl+C stops', 'stderr')
  const receiver = receiverIn(ready)
  return {
    running,
    ready,
    receiver,
    send: async (fields: object = {}, query = '') => send(receiver + query, fields),
  }
}

/** The address in the line that says that it listens. */
const receiverIn = (ready: string) => /at (http:\S+?)\.(?:\s|$)/.exec(ready)?.[1] ?? ''

/** The stderr of a process, from its start on. */
export function watchRemarks({ child, ended }: Running) {
  let said = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  return {
    until: async (text: string) =>
      new Promise<string>((resolve, reject) => {
        const look = () => void (said.includes(text) && resolve(said))
        child.stderr?.on('data', look)
        look()
        void ended.then(({ stderr }) => reject(new Error(`It ended before ${JSON.stringify(text)}: ${stderr}`)))
      }),
  }
}

async function send(url: string, fields: object): Promise<number> {
  const body = JSON.stringify({
    organizationId: 'o-1',
    action: 'create',
    id: randomUUID(),
    resourceId: 'pay-1',
    resourceType: 'Payment',
    changes: null,
    ...fields,
  })
  const signature = createHmac('sha256', secret).update(body).digest('base64')
  const { status } = await fetch(url, { method: 'POST', headers: { 'x-service-webhook-hmac': signature }, body })
  return status
}

/** A service that gives a token and the object. */
export async function startService(objectStatus = 200) {
  const service = await startScriptedServer((request, response) => {
    if (request.path.endsWith('/oauth/token')) json(response, 200, { access_token: 'token', expires_in: 3600 })
    else json(response, objectStatus, { id: 'pay-1', status: 'settled' })
  })
  onTestFinished(async () => service.stop())
  return {
    HOOKSCOPE_AUTH_URL: service.url,
    HOOKSCOPE_BASE_URL: service.url,
    HOOKSCOPE_CLIENT_ID: 'client',
    HOOKSCOPE_AUDIENCE: 'audience',
    HOOKSCOPE_USERNAME: 'master@example.com',
    HOOKSCOPE_PASSWORD: 'the password',
  }
}

export const linesOf = (stdout: string) =>
  stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
