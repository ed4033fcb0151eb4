import { expect, onTestFinished, test } from 'vitest'
import { openPlayer, PlayEnded, type Player, type PlayLimits } from '../../src/engine/sending/openPlayer.ts'
import type { Signing } from '../../src/engine/sending/prepareRequest.ts'
import type { PlayRequest } from '../../src/engine/sending/sendTarget.ts'
import { signingSecret } from '../../src/engine/signature/signRequest.ts'
import { serviceScheme } from '../../src/shared/signature/schemePresets.ts'
import { startApp } from '../forwarding/startApp.ts'

const read = signingSecret('current', 'a secret of the test', serviceScheme)
if (!read.ok) throw new Error('The secret cannot sign.')
const { secret } = read
const signing: Signing = { scheme: serviceScheme, secret, at: (now) => now, break: null }
const request: PlayRequest = {
  method: 'POST',
  path: '/hook?a=1',
  headers: [['Content-Type', 'application/json']],
  body: Buffer.from('{"id":1}'),
}

async function open(answer: Parameters<typeof startApp>[0], limits: PlayLimits = {}) {
  const app = await startApp(answer)
  const abort = new AbortController()
  const target = { url: `${app.url}/app`, receiverOf: null, refuse: () => null }
  const secrets = { headers: [], pointers: [], texts: ['a secret of the test'] }
  const player: Player = openPlayer({ target, signing, secrets, limits, signal: abort.signal })
  onTestFinished(player.close)
  return { app, player, abort }
}

const ok: Parameters<typeof startApp>[0] = (_request, response) => void response.writeHead(200).end('fine')
const never: Parameters<typeof startApp>[0] = () => undefined

test('a request goes behind the path of the target, signed for its body, and its answer is returned', async () => {
  const { app, player } = await open(ok)
  const played = await player.play(request)
  expect(played).toMatchObject({ status: 200, problem: null, request: { url: `${app.url}/app/hook?a=1` } })
  expect(Buffer.from(played.body).toString()).toBe('fine')
  const [seen] = app.seen
  const { body, headers } = played.request
  expect(seen).toMatchObject({ method: 'POST', target: '/app/hook?a=1', body: Buffer.from(body) })
  expect(headers.map(([name]) => name.toLowerCase())).toContain(serviceScheme.header.toLowerCase())
})

test('as it came, a request has exactly the headers that are given', async () => {
  const { player } = await open(ok)
  const played = await player.play({ ...request, sign: 'as-it-came' })
  expect(played.request).toMatchObject({ headers: request.headers, body: request.body })
})

test('a target that does not answer in time is a problem of its request alone', async () => {
  const { player } = await open(never, { requestTimeoutMs: 50 })
  expect(await player.play(request)).toMatchObject({ status: null, problem: { code: 'DEADLINE' } })
  expect(player.ended()).toBe(null)
})

test('a target that hangs up is a problem of the request', async () => {
  const { player } = await open((_request, response) => void response.destroy())
  expect(await player.play(request)).toMatchObject({ status: null, problem: { code: 'UND_ERR_SOCKET' } })
})

test('after the maximum number of requests nothing more is played', async () => {
  const { app, player } = await open(ok, { maxRequests: 2 })
  await player.play(request)
  await player.play(request)
  await expect(player.play(request)).rejects.toEqual(new PlayEnded('max-requests'))
  expect([app.seen.length, player.sent(), player.ended()]).toEqual([2, 2, 'max-requests'])
})

test('the time of the player ends a request that is in flight', async () => {
  const { player } = await open(never, { maxMs: 50 })
  await expect(player.play(request)).rejects.toMatchObject({ end: 'max-time' })
  expect(player.ended()).toBe('max-time')
})

test('a cancel ends a request that is in flight', async () => {
  const { app, player, abort } = await open(never)
  const playing = player.play(request)
  const counted = app.count(1).then(() => abort.abort())
  await expect(playing).rejects.toMatchObject({ end: 'cancelled' })
  await counted
  await expect(player.play(request)).rejects.toMatchObject({ end: 'cancelled' })
  expect(app.seen).toHaveLength(1)
})

test('nothing goes to an address that the target refuses', async () => {
  const app = await startApp(ok)
  const target = { url: app.url, receiverOf: null, refuse: () => 'not allowed' }
  const secrets = { headers: [], pointers: [], texts: [] }
  const player = openPlayer({ target, signing, secrets, signal: new AbortController().signal })
  onTestFinished(player.close)
  expect(await player.play(request)).toMatchObject({ status: null, problem: { code: 'REFUSED_ADDRESS' } })
  expect(app.seen).toHaveLength(0)
})

test('an answer that repeats the secret is shown without it', async () => {
  const { player } = await open((_request, response) => void response.end('key: a secret of the test'))
  const played = await player.play(request)
  expect(Buffer.from(played.body).toString()).toContain('a secret of the test')
  expect(played.shown().body).not.toContain('a secret of the test')
})
