/** Unknown input is refused, never ignored: for every call in the API's own document. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Problem } from '../../src/serve/http/problem.ts'
import { everyRoute, fill, type Route } from '../suites/routes.ts'
import { startTestServe, type TestServe } from './startTestServe.ts'

let serve: TestServe
let routes: Route[]
beforeAll(async () => {
  serve = await startTestServe()
  routes = await everyRoute(serve)
})
afterAll(async () => serve.stopAll())

/** A misspelling of a name: two of its letters change places. */
const misspelled = (name: string) => `${name.slice(0, -2)}${name.at(-1)}${name.at(-2)}`
const isMisspellable = (name: string) => name.length > 3 && name.at(-1) !== name.at(-2)

const problemIn = async (response: Response) => (await response.json()) as Problem
const named = ({ method, path }: Route) => `${method} ${path}`

describe('a query parameter that a call does not know', () => {
  test('is refused by every call, whatever else is given', async () => {
    expect(routes.length).toBeGreaterThan(100)
    const notRefused: string[] = []
    for (const route of routes) {
      const response = await serve.get(`${fill(route.path)}?frobnicate=1`, { method: route.method })
      const { status, detail, errors } = await problemIn(response)
      const isRefused =
        status === 400 &&
        detail.includes('Unknown query parameter frobnicate.') &&
        errors?.some(({ field }) => field === 'frobnicate') === true
      if (!isRefused) notRefused.push(`${named(route)}: ${status} ${detail}`)
    }
    expect(notRefused).toEqual([])
  })

  test('is answered with the nearest name that there is', async () => {
    const missed: string[] = []
    let tried = 0
    for (const route of routes) {
      for (const name of route.query.filter(isMisspellable)) {
        tried += 1
        const path = `${fill(route.path)}?${misspelled(name)}=1`
        const { detail } = await problemIn(await serve.get(path, { method: route.method }))
        const wanted = `Unknown query parameter ${misspelled(name)}. Did you mean ${name}?`
        if (!detail.includes(wanted)) missed.push(`${named(route)}: ${detail}`)
      }
    }
    expect(tried).toBeGreaterThan(15)
    expect(missed).toEqual([])
  })

  test('lists what there is where no name is near', async () => {
    const { detail } = await problemIn(await serve.get('/latency?frobnicate=1'))
    expect(detail).toBe('Unknown query parameter frobnicate. Known: environment, since.')
    expect((await problemIn(await serve.get('/status?frobnicate=1'))).detail).toBe(
      'Unknown query parameter frobnicate. None is taken here.',
    )
  })

  test('is also a name of the address, and one that came twice is no single value', async () => {
    expect(await problemIn(await serve.get('/deliveries/1?id=2'))).toMatchObject({ status: 400 })
    expect(await problemIn(await serve.get('/deliveries?verdict=valid&verdict=invalid'))).toMatchObject({
      errors: [{ field: 'verdict' }],
    })
    const twice = await serve.get('/environments/nothing?deliveries=true&deliveries=false', { method: 'DELETE' })
    expect(await problemIn(twice)).toMatchObject({ errors: [{ field: 'deliveries' }] })
  })
})

describe('a field that a call does not know', () => {
  const withBody = () => routes.filter(({ method }) => method !== 'GET' && method !== 'DELETE')

  test('is refused by every call that can have a body', async () => {
    const notRefused: string[] = []
    for (const route of withBody()) {
      if (route.path === '/case-files/open') continue
      const response = await serve.send(route.method, fill(route.path), { frobnicate: 1 })
      const { status, detail, errors } = await problemIn(response)
      const isRefused =
        status === 400 &&
        detail.includes('Unknown field frobnicate.') &&
        errors?.some(({ field }) => field === 'frobnicate') === true
      if (!isRefused) notRefused.push(`${named(route)}: ${status} ${detail}`)
    }
    expect(notRefused).toEqual([])
  })

  test('is answered with the nearest name that there is', async () => {
    const missed: string[] = []
    let tried = 0
    for (const route of withBody()) {
      const { properties = {} } = (route.body ?? {}) as { properties?: Record<string, unknown> }
      for (const name of Object.keys(properties).filter(isMisspellable)) {
        tried += 1
        const response = await serve.send(route.method, fill(route.path), { [misspelled(name)]: 1 })
        const { detail } = await problemIn(response)
        if (!detail.includes(`Unknown field ${misspelled(name)}. Did you mean`)) {
          missed.push(`${named(route)}: ${detail}`)
        }
      }
    }
    expect(tried).toBeGreaterThan(50)
    expect(missed).toEqual([])
  })

  test('is refused inside of a value, too, and in one of several shapes', async () => {
    const nested = await serve.send('PATCH', '/environments/sandbox', { retention: { maxCont: 3 } })
    expect(await problemIn(nested)).toMatchObject({
      status: 400,
      detail: 'retention: Unknown field maxCont. Did you mean maxCount?',
      errors: [{ field: 'retention.maxCont' }],
    })
    const check = { url: 'http://127.0.0.1:9/', scheme: 'service', secret: { fingerprnt: 'x' } }
    expect((await problemIn(await serve.send('POST', '/checks', check))).detail).toBe(
      'secret: Unknown field fingerprnt. Did you mean fingerprint?',
    )
  })

  test('comes before the field that is missing because of it', async () => {
    const { detail, errors } = await problemIn(await serve.send('POST', '/environments', { nmae: 'Shop' }))
    expect(detail).toBe('Unknown field nmae. Did you mean name?')
    expect(errors?.map(({ field }) => field)).toEqual(['nmae', 'name'])
  })

  test('is a body where none is read, and another id than the address has', async () => {
    const gone = await serve.send('DELETE', '/environments/nothing', { deliveries: 'true' })
    expect(await problemIn(gone)).toMatchObject({
      status: 400,
      detail: expect.stringContaining('takes no body') as string,
    })
    const other = await serve.send('PATCH', '/environments/sandbox', { id: 'else', name: 'Else' })
    expect(await problemIn(other)).toMatchObject({ status: 400, errors: [{ field: 'id' }] })
    expect((await serve.send('PATCH', '/environments/sandbox', { id: 'sandbox', colour: null })).status).toBe(200)
  })
})

test('what GET answers can be changed and put back', async () => {
  const rules = { rules: [{ name: 'Slow', enabled: true, when: {}, answer: { status: 200, delayMs: 1 } }] }
  expect((await serve.send('PUT', '/environments/sandbox/response-rules', rules)).status).toBe(200)
  const forward = { rules: [{ name: 'App', target: 'http://127.0.0.1:9/', enabled: false }] }
  expect((await serve.send('PUT', '/environments/sandbox/forward-rules', forward)).status).toBe(200)
  for (const path of ['/environments/sandbox/response-rules', '/environments/sandbox/forward-rules']) {
    const given = (await (await serve.get(path)).json()) as { rules: object[] }
    expect(given.rules).toHaveLength(1)
    const back = await serve.send('PUT', path, given)
    expect([path, back.status, await back.json()]).toEqual([path, 200, given])
  }
})

test('a call of the page is as strict as one over HTTP', async () => {
  const asked = { vedict: 'invalid' } as object
  await expect(serve.client.deliveries.list(asked)).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    data: { issues: [{ message: 'Unknown query parameter vedict. Did you mean verdict?' }] },
  })
})
