import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { checkForUpdate, judgeUpdate } from '../../src/host/status/checkForUpdate.ts'
import { updateNotice } from '../../src/desktop/dialogTexts.ts'
import { startOutbound } from '../../src/engine/outbound/startOutbound.ts'

describe('what a feed says of updates', () => {
  it.each([
    ['1.2.3', '1.2.2', 'newer'],
    ['1.10.0', '1.9.9', 'newer'],
    ['2.0.0', '1.99.99', 'newer'],
    ['1.2.3', '1.2.3-beta.1', 'newer'],
    ['1.2.3', '1.2.3', 'current'],
    ['1.2.2', '1.2.3', 'current'],
    ['0.9.0', '1.0.0-beta.1', 'current'],
  ])('%s offered to %s is %s', (offered, running, kind) => {
    expect(judgeUpdate(`version: ${offered}\nfiles: []\n`, running).kind).toBe(kind)
  })

  it.each(['', '<html>', 'version: latest', 'version: 1.2', 'files:\n  - version: x', 'version: 1.2.3; rm -rf'])(
    'is unknown when it reads %j',
    (text) => {
      expect(judgeUpdate(text, '1.0.0').kind).toBe('unknown')
    },
  )
})

describe('what a person reads of an update', () => {
  const homepage = 'https://somebody.test/'

  it('names both versions, and leads to the product’s own page, whatever a feed says', () => {
    expect(updateNotice({ kind: 'newer', version: '2.0.0' }, '1.0.0', homepage)).toEqual({
      message: 'Version 2.0.0 is available.',
      detail: `You have 1.0.0. Download it from ${homepage}; your data stays as it is.`,
      opens: homepage,
    })
  })

  it('opens nothing when there is none, or nobody could tell, and then says why', () => {
    expect(updateNotice({ kind: 'current' }, '1.0.0', homepage).opens).toBeNull()
    const unknown = updateNotice({ kind: 'unknown', reason: 'The update feed answered 500.' }, '1.0.0', homepage)
    expect(unknown).toMatchObject({ opens: null, detail: expect.stringContaining('answered 500') })
  })
})

describe('looking for an update', () => {
  let server: Server | undefined
  afterEach(async () => new Promise((done) => (server === undefined ? done(null) : server.close(done))))

  async function ask(answer: (path: string) => { status: number; body: string }, platform: NodeJS.Platform) {
    const asked: string[] = []
    server = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`)
      const { status, body } = answer(request.url ?? '')
      response.writeHead(status, { location: '/elsewhere' }).end(body)
    })
    const listening = server
    await new Promise<void>((done) => listening.listen(0, '127.0.0.1', done))
    const outbound = startOutbound()
    const feed = `http://127.0.0.1:${(listening.address() as AddressInfo).port}/releases`
    const found = await checkForUpdate(outbound, feed, platform, '1.0.0')
    await outbound.close()
    return { asked, found }
  }

  it.each([
    ['win32', '/releases/latest.yml'],
    ['darwin', '/releases/latest-mac.yml'],
    ['linux', '/releases/latest-linux.yml'],
  ] as const)('on %s reads %s and nothing else', async (platform, path) => {
    const { asked, found } = await ask(() => ({ status: 200, body: 'version: 1.0.1\n' }), platform)
    expect(asked).toEqual([`GET ${path}`])
    expect(found).toEqual({ kind: 'newer', version: '1.0.1' })
  })

  it('follows no redirect and says what was answered', async () => {
    const { asked, found } = await ask(() => ({ status: 302, body: '' }), 'linux')
    expect(asked).toHaveLength(1)
    expect(found).toMatchObject({ kind: 'unknown', reason: expect.stringContaining('answered 302') })
  })

  it('says why a feed cannot be reached', async () => {
    const outbound = startOutbound()
    const found = await checkForUpdate(outbound, 'http://127.0.0.1:1/', 'linux', '1.0.0')
    await outbound.close()
    expect(found).toMatchObject({ kind: 'unknown', reason: expect.stringContaining('127.0.0.1:1') })
  })
})
