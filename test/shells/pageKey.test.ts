/** The file of the page's key, over real files; what a renewal ends, over real sockets. */
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { openPageKey } from '../../src/serve/session/openPageKey.ts'
import { scratchFolder } from '../build/startServe.ts'
import { startTestServe } from './startTestServe.ts'

describe('the key of a data folder', () => {
  let folder: ReturnType<typeof scratchFolder>
  let file: string
  let warnings: string[]
  beforeEach(() => {
    folder = scratchFolder()
    file = join(folder.path, 'page.key')
    warnings = []
  })
  afterEach(() => folder.remove())

  const open = () => openPageKey(folder.path, (level, message) => warnings.push(`${level} ${message}`))
  const modeOf = (path: string) => statSync(path).mode & 0o777

  test('is made once, with 32 random bytes, for its owner only', () => {
    const key = open()
    expect(key.token()).toMatch(/^[\w-]{43}$/)
    expect(modeOf(file)).toBe(0o600)
    expect([open().token(), open().folder]).toEqual([key.token(), key.folder])
    expect(warnings).toEqual([])
  })

  test('keeps the port of last time', () => {
    expect(open().lastPort).toBeNull()
    open().servedOn(4711)
    expect(open().lastPort).toBe(4711)
  })

  test('is another one after it was renewed, on the same folder and port', () => {
    const key = open()
    const before = key.token()
    key.servedOn(4711)
    key.renew()
    expect(key.token()).not.toBe(before)
    const after = open()
    expect([after.token(), after.folder, after.lastPort]).toEqual([key.token(), key.folder, 4711])
    expect(readFileSync(file, 'utf8')).not.toContain(before)
  })

  const isReplaced = (before: string, words: string) => {
    const key = open()
    expect(key.token()).not.toBe(before)
    expect(modeOf(file)).toBe(0o600)
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).toContain(words)
    expect(open().token()).toBe(key.token())
    return key
  }

  test.runIf(process.platform !== 'win32')('that others could read is replaced; folder and port stay', () => {
    const { token, folder: id, servedOn } = open()
    servedOn(4711)
    const before = token()
    chmodSync(file, 0o644)
    const key = isReplaced(before, 'had mode 0644')
    expect([key.folder, key.lastPort]).toEqual([id, 4711])
  })

  test.runIf(process.getuid?.() === 0)('that belongs to another user is replaced', () => {
    const before = open().token()
    chownSync(file, 65_534, 65_534)
    isReplaced(before, 'belonged to another user')
  })

  test.runIf(process.platform !== 'win32')(
    'behind a link is replaced, and where the link leads nothing changes',
    () => {
      const before = open().token()
      const elsewhere = join(folder.path, 'elsewhere')
      const text = readFileSync(file, 'utf8')
      writeFileSync(elsewhere, text, { mode: 0o600 })
      folder.path = join(folder.path, 'data')
      mkdirSync(folder.path)
      file = join(folder.path, 'page.key')
      symlinkSync(elsewhere, file)
      // Nor is a link followed that waits where the new file is written first.
      symlinkSync(elsewhere, `${file}.new`)
      isReplaced(before, 'was a link')
      expect(readFileSync(elsewhere, 'utf8')).toBe(text)
    },
  )

  test.each([
    '',
    '{',
    '[]',
    '{"token":"short","folder":"x"}',
    '{"token":"../../../../../../../../../../../../../../../"}',
  ])('is made when the file holds %j', (text) => {
    writeFileSync(file, text, { mode: 0o600 })
    const key = open()
    expect(key.token()).toMatch(/^[\w-]{43}$/)
    expect(open().token()).toBe(key.token())
  })

  test('ends with the process where it cannot be kept, and the log says so', () => {
    mkdirSync(join(file, 'in the way'), { recursive: true })
    const [first, second] = [open(), open()]
    expect(first.token()).not.toBe(second.token())
    expect(warnings).toHaveLength(4)
    expect(warnings[1]).toContain("The page's key cannot be kept")
    first.renew()
    expect(existsSync(join(file, 'in the way'))).toBe(true)
  })
})

describe('renewing the key', () => {
  let serve: Awaited<ReturnType<typeof startTestServe>>
  beforeEach(async () => {
    serve = await startTestServe()
  })
  afterEach(async () => serve.stopAll())

  const renew = async () => {
    const answer = await serve.send('POST', '/session/renew', {})
    expect(answer.status).toBe(200)
    return ((await answer.json()) as { token: string }).token
  }
  const statusWith = async (token: string) =>
    (await fetch(`${serve.apiUrl}/status`, { headers: { authorization: `Bearer ${token}` } })).status

  test('needs the key, and the old one opens nothing afterwards', async () => {
    expect((await fetch(`${serve.apiUrl}/session/renew`, { method: 'POST' })).status).toBe(401)
    expect(await statusWith(serve.token)).toBe(200)
    const token = await renew()
    expect([await statusWith(serve.token), await statusWith(token)]).toEqual([401, 200])
    await expect(openSocket(serve.token)).rejects.toThrow('401')
  })

  const openSocket = async (token: string) => {
    const protocols = ['hookscope', `hookscope.token.${token}`]
    const socket = new WebSocket(`ws://127.0.0.1:${serve.port}/rpc`, protocols, { origin: serve.origin })
    await once(socket, 'open')
    return socket
  }
  const create = (name: string) =>
    JSON.stringify({ i: '1', p: { u: 'http://orpc/environments/create', b: { json: { name } } } })
  const names = async () => (await serve.client.environments.list()).map(({ name }) => name)

  test('closes every socket and says why; what such a page still sends is not done', async () => {
    const socket = await openSocket(serve.token)
    const closed = once(socket, 'close') as Promise<[number, Buffer]>
    // A page that takes its time to hear of it.
    socket.pause()
    const token = await renew()
    socket.send(create('With the old key'))
    socket.resume()
    const [code, reason] = await closed
    expect([code, reason.toString()]).toEqual([4401, 'The key was renewed'])
    const other = await openSocket(token)
    other.send(create('With the new key'))
    await once(other, 'message')
    other.terminate()
    expect(await names()).toContain('With the new key')
    expect(await names()).not.toContain('With the old key')
  })

  test('ends every event stream with an event that says why', async () => {
    const stream = await serve.get('/events')
    await renew()
    expect(await stream.text()).toContain('event: closed\ndata: {"type":"closed","reason":"key-renewed"}\n\n')
  })

  test('drops a call that came in part with the old key', async () => {
    const socket = connect(serve.port, '127.0.0.1')
    const head = [
      'POST /api/v1/environments HTTP/1.1',
      `Host: 127.0.0.1:${serve.port}`,
      `Authorization: ${serve.authorization}`,
      'Content-Type: application/json',
      'Content-Length: 40',
      'Expect: 100-continue',
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n`)
    await once(socket, 'data')
    socket.write('{"name":"Half of it')
    const ended = once(socket, 'close')
    await renew()
    await ended
    expect(await names()).not.toContain('Half of it')
  })

  test('lets a tab that is still loading have the rest of its page: that came without the key', async () => {
    const page = scratchFolder()
    // More than the buffers of a connection take.
    writeFileSync(join(page.path, 'part.js'), Buffer.alloc(16_000_000, 'x'))
    const other = await startTestServe({ staticFolder: page.path })
    const socket = connect(other.port, '127.0.0.1')
    socket.write(`GET /part.js HTTP/1.1\r\nHost: 127.0.0.1:${other.port}\r\nConnection: close\r\n\r\n`)
    await once(socket, 'readable')
    expect((await other.send('POST', '/session/renew', {})).status).toBe(200)
    const bytes = await buffer(socket)
    expect(bytes.length - bytes.indexOf('\r\n\r\n') - 4).toBe(16_000_000)
    await other.stopAll()
    page.remove()
  })

  test('that cannot be kept changes nothing and says why', async () => {
    const dataFolder = scratchFolder()
    const key = openPageKey(dataFolder.path, () => undefined)
    const other = await startTestServe({ key })
    // A file cannot be written when its folder is gone.
    dataFolder.remove()
    const answer = await other.send('POST', '/session/renew', {})
    expect(answer.status).toBe(503)
    expect(await answer.text()).toContain('Nothing has changed')
    expect((await other.get('/status')).status).toBe(200)
    await other.stopAll()
  })
})
