import { chmodSync, copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { explainNetworkError } from '../../src/engine/outbound/explainNetworkError.ts'
import type { OutboundResult } from '../../src/engine/outbound/outboundRequest.ts'
import { startTestTunnel, type TestTunnel } from './startTestTunnel.ts'

let folder: string
let test: TestTunnel
/** The addresses below are of the real services; no check goes out to them. */
const noNetwork: OutboundResult = {
  ok: false,
  startedAt: 0,
  error: explainNetworkError(new Error('There is no network in this test.'), 'https://tunnel.test'),
  partial: null,
  timing: { connect: null, firstByte: null, total: 0 },
  localPort: null,
}
const path = process.env['PATH'] ?? ''

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hookscope-ssh-'))
  copyFileSync(fileURLToPath(new URL('./fakeSsh.sh', import.meta.url)), join(folder, 'ssh'))
  chmodSync(join(folder, 'ssh'), 0o755)
  process.env['PATH'] = folder + delimiter + path
  test = await startTestTunnel({ send: async () => noNetwork })
})
afterEach(async () => {
  await test.stop()
  process.env['PATH'] = path
  rmSync(folder, { recursive: true, force: true })
})

describe('the public services over ssh', () => {
  it('localhost.run is called as its manual says, and its address is found', async () => {
    await test.tunnel.open('localhost-run', {})
    const view = await test.until(({ publicUrl }) => publicUrl !== null)
    expect(view).toMatchObject({ publicUrl: 'https://abc.lhr.life', headersNormalised: true })
    const command = `-R 80:127.0.0.1:${test.receiver.port} nokey@localhost.run -- --output json`
    await expect.poll(() => test.logged.join('\n')).toMatch(command)
  })

  it('pinggy gets its token in a file that only we can read and that is gone at once', async () => {
    await test.tunnel.open('pinggy', { token: 'a-secret-token' })
    const view = await test.until(({ publicUrl }) => publicUrl !== null)
    expect(view.publicUrl).toBe('https://rnabc-10-0-0-1.a.free.pinggy.link')
    await expect.poll(() => test.logged.join('\n')).toMatch('file with')
    const log = test.logged.join('\n')
    expect(log).toMatch(/called with -F .* -T -p 443 .* -R 0:127\.0\.0\.1:\d+ a\.pinggy\.io/)
    expect(log).toMatch('file with 1 line, mode 600')
    // Not on the command line: it was not even there to be taken out of the log.
    expect(log).not.toMatch(/a-secret-token|\*\*\*/)
    expect(readdirSync(test.folder)).toEqual([])
  })
})
