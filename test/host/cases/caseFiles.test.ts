import { createHmac } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DeliveryFile, Environment, ExportInput } from '../../../src/shared/wireTypes.ts'
import { exportFile, linesOf, openFile } from '../../build/caseFiles.ts'
import { scratchFolder } from '../../build/startServe.ts'
import { startTestHost, type TestHost } from '../../build/startTestHost.ts'
import { postTo } from '../postTo.ts'

const secret = 'correct horse battery staple'
const header = 'x-service-webhook-hmac'
const sign = (body: string, by = secret) => createHmac('sha256', by).update(body).digest('base64')

/** Two installations on one machine: deliveries are received by one and opened in the other. */
const folders = [scratchFolder(), scratchFolder()]
let one: TestHost
let other: TestHost
let shop: Environment
let ids: { good: string; wrong: string; personal: string }

beforeAll(async () => {
  // The other one has no time to search for causes.
  ;[one, other] = (await Promise.all(
    folders.map(async ({ path }, at) => startTestHost(path, {}, at === 1 ? { explainingMs: 0 } : {})),
  )) as [TestHost, TestHost]
  shop = await one.client.environments.create({ name: 'Shop', sharedSecret: secret })
  const notify = async (body: string, signature: string, headers: Record<string, string> = {}) => {
    const { id } = await postTo(
      one,
      shop,
      { [header]: signature, 'content-type': 'application/json', ...headers },
      body,
    )
    return id
  }
  const plain = JSON.stringify({ id: 'n-1', resourceType: 'Payment', resourceId: 'p-1', action: 'create' })
  const personal = JSON.stringify({
    id: 'n-3',
    resourceType: 'Payment',
    resourceId: 'p-3',
    action: 'update',
    changes: [{ path: '/iban', before: null, after: 'DE89 3704 0044 0532 0130 00' }],
    customer: { name: 'Ada Lovelace', email: 'ada@example.com' },
    memo: 'for Ada Lovelace',
  })
  ids = {
    good: await notify(plain, sign(plain), { 'x-api-key': 'k-12345' }),
    // Signed over other bytes: what was received has a space more.
    wrong: await notify(plain.replace('{', '{ '), sign(plain)),
    personal: await notify(personal, sign(personal), { 'x-forwarded-host': 'hooks.shop.example' }),
  }
  await one.client.deliveries.annotate({ id: ids.personal, note: 'ask ada@example.com', pinned: true })
})
afterAll(async () => {
  await Promise.all([one.host.stop(), other.host.stop()])
  for (const folder of folders) folder.remove()
})

const all = { selection: { filter: '' } }

describe('a case file that another installation opens', () => {
  it('has a header, its environments, a delivery a line with the exact bytes, and an end', async () => {
    const lines = linesOf(await exportFile(one.client, all))
    expect(lines[0]).toMatchObject({ hookscope: 'case', version: 1, redactions: { credentials: true, personal: [] } })
    expect(lines[1]).toMatchObject({
      environment: { name: 'Shop', secrets: [{ fingerprint: expect.stringMatching(/^[0-9a-f]{8}$/) as string }] },
    })
    expect(lines.at(-1)).toEqual({ end: { deliveries: 3 } })
    const [good] = lines.slice(2) as unknown as DeliveryFile[]
    expect(Buffer.from(good?.body.base64 ?? '', 'base64')).toEqual(Buffer.from(await bytesOf(one, ids.good)))
    expect(JSON.stringify(lines)).not.toContain(secret)
    expect(JSON.stringify(lines)).not.toContain('k-12345')
    expect(JSON.stringify(lines)).not.toContain(shop.receiverPath.split('/').at(-1))
  })

  it('repeats verdict and proof with the secret of the same fingerprint, over the same bytes', async () => {
    const file = await exportFile(one.client, all)
    const blind = await openFile(other.client, file)
    expect(blind).toMatchObject({ deliveries: 3, refused: [], rechecked: { same: 0, different: 0, cannot: 3 } })
    const [unknown] = (await other.client.deliveries.list({ case: blind.caseId })).items
    expect(await other.client.deliveries.get({ id: unknown?.id ?? '' })).toMatchObject({
      foreign: { recheck: { state: 'cannot', why: { code: 'no-own-secret' } } },
    })

    await other.client.environments.create({ name: 'Same secret', sharedSecret: secret })
    const opened = await openFile(other.client, file)
    expect(opened).toMatchObject({ deliveries: 3, rechecked: { same: 3, different: 0, cannot: 0 } })
    const { items } = await other.client.deliveries.list({ case: opened.caseId })
    expect(items.map(({ verdict }) => verdict)).toEqual(['valid', 'invalid', 'valid'])
    const [, wrong, good] = items
    const id = wrong?.id ?? ''
    expect(await bytesOf(other, id)).toEqual(await bytesOf(one, ids.wrong))
    expect(await bytesOf(other, good?.id ?? '')).toEqual(await bytesOf(one, ids.good))
    const [here, there] = await Promise.all([
      other.client.deliveries.get({ id }),
      one.client.deliveries.get({ id: ids.wrong }),
    ])
    expect(here).toMatchObject({
      verdict: 'invalid',
      headers: there.headers,
      sha256: there.sha256,
      foreign: { originalId: ids.wrong, verdict: 'invalid', recheck: { state: 'same', why: null } },
    })
    // The expected signature is computed here again, for the valid and for the invalid delivery.
    const signatureOf = async (test: TestHost, of: string) => {
      const { received, expected, secret: by } = (await test.client.deliveries.get({ id: of })).signature
      return { received, expected, fingerprint: by?.fingerprint }
    }
    for (const [there, here] of [
      [ids.good, good?.id ?? ''],
      [ids.wrong, id],
    ] as const) {
      expect(await signatureOf(other, here)).toEqual(await signatureOf(one, there))
      expect((await signatureOf(other, here)).expected).not.toBeNull()
    }
    const causes = ({ findings }: typeof here.signature.explanation) => findings.map(({ kind, cause }) => [kind, cause])
    expect(causes(here.signature.explanation)).toEqual(causes(there.signature.explanation))
    expect(causes(here.signature.explanation)[0]?.[0]).toBe('proof')
  })

  it('names the deliveries of the file where one’s signature belongs to another', async () => {
    const { caseId } = await openFile(other.client, await exportFile(one.client, all))
    const { findings } = await other.client.deliveries.explain({ id: `${caseId}.2` })
    const named = findings.flatMap(({ why }) => ('deliveryId' in why.fields ? [why.fields.deliveryId] : []))
    expect(named).toEqual([`${caseId}.1`])
  })

  it('answers what it does not have as not found', async () => {
    const { caseId } = await openFile(other.client, await exportFile(one.client, all))
    const id = `${caseId}.999`
    const { get, body, attempts, explain } = other.client.deliveries
    for (const read of [get, body, attempts, explain]) {
      await expect(read({ id })).rejects.toMatchObject({ code: 'NOT_FOUND', data: { why: { code: 'no-delivery' } } })
    }
  })

  it('is searched as one’s own, counts nowhere, and cannot be changed', { tags: 'full' }, async () => {
    const { caseId } = await openFile(other.client, await exportFile(one.client, all))
    const found = await other.client.deliveries.list({ case: caseId, filter: 'lovelace' })
    expect(found.items).toMatchObject([{ id: `${caseId}.3`, pinned: true, note: 'ask ada@example.com' }])
    expect((await other.client.deliveries.list({ filter: '' })).items).toEqual([])
    expect((await other.client.status()).counts.deliveries).toBe(0)
    await expect(other.client.deliveries.annotate({ id: `${caseId}.3`, pinned: false })).rejects.toMatchObject({
      code: 'CONFLICT',
    })
    expect(await other.client.caseFiles.remove({ id: caseId })).toEqual({ removed: caseId })
    await expect(other.client.deliveries.list({ case: caseId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

it('has the deliveries of an object alone, where its story is exported', async () => {
  const object = { environment: shop.id, resourceType: 'Payment', resourceId: 'p-3' }
  const lines = linesOf(await exportFile(one.client, { selection: { object }, as: 'ndjson' }))
  expect(lines).toMatchObject([{ delivery: { id: ids.personal } }])
})

describe('redaction', () => {
  it('leaves personal data out everywhere, with the hash and the signature of the body, and says so', async () => {
    const file = await exportFile(one.client, { ...all, redaction: { personal: ['iban', 'email', 'field'] } })
    const text = file.toString('utf8') + linesOf(file).map(decodedBody).join('\n')
    for (const known of ['DE89', 'Lovelace', 'ada@example.com', 'hooks.shop.example']) expect(text).not.toContain(known)
    const personal = linesOf(file)[4] as unknown as DeliveryFile
    const body = await bytesOf(one, ids.personal)
    expect(text).not.toContain(sign(Buffer.from(body).toString('utf8')))
    expect(personal).toMatchObject({
      body: { sha256: '[redacted]' },
      delivery: { sha256: '[redacted]', verdict: 'valid', note: 'ask [redacted email]' },
      redactions: { body: 'redacted' },
      note: expect.stringContaining('as seen by the sender') as string,
    })
    expect(personal.redactions.places).toContainEqual({ at: 'body/changes/0/after', kind: 'iban' })
    // Bodies without a finding can still be checked.
    await other.client.environments.create({ name: 'For redaction', sharedSecret: secret }).catch(() => undefined)
    const opened = await openFile(other.client, file)
    expect(opened.rechecked).toEqual({ same: 2, different: 0, cannot: 1 })
    const detail = await other.client.deliveries.get({ id: `${opened.caseId}.3` })
    expect(detail.foreign?.recheck.why).toEqual({ code: 'body-redacted', fields: {} })
  })

  it('is shown before anything is written, with the places before and after', async () => {
    const preview = await one.client.caseFiles.preview({
      ...all,
      redaction: { personal: ['iban', 'email', 'field'], pointers: ['/memo'] },
    })
    expect(preview).toMatchObject({
      deliveries: 3,
      looked: 3,
      failed: 1,
      unchecked: { body: 1, token: 0, address: 0 },
      unread: [],
    })
    expect(preview.examples).toContainEqual({
      deliveryId: ids.personal,
      at: 'body/changes/0/after',
      kind: 'iban',
      before: 'DE89 3704 0044 0532 0130 00',
      after: '[redacted iban]',
    })
    expect(preview.examples).toContainEqual(expect.objectContaining({ at: 'body/memo', kind: 'pointer' }) as never)
  })

  it('can leave fingerprints out: whoever has the secret can still check', { tags: 'full' }, async () => {
    const file = await exportFile(one.client, { ...all, redaction: { fingerprints: 'left-out' } })
    const [fingerprint = ''] = shop.sharedSecrets.map((state) => state.fingerprint ?? '')
    expect(fingerprint).not.toBe('')
    expect(file.toString('utf8')).not.toContain(fingerprint)
    await other.client.environments
      .create({ name: 'Without fingerprints', sharedSecret: secret })
      .catch(() => undefined)
    expect((await openFile(other.client, file)).rechecked).toMatchObject({ same: 2, cannot: 1 })
  })
})

describe('export, import, export', () => {
  it.each<[NonNullable<ExportInput['as']>, NonNullable<ExportInput['redaction']>]>([
    ['case', {}],
    ['ndjson', {}],
    ['case', { personal: ['iban', 'email', 'field'], fingerprints: 'left-out' }],
  ])('gives the same bytes as %s but for the first line (%j)', async (as, redaction) => {
    const input = { as, redaction }
    const first = await exportFile(one.client, { ...all, ...input })
    const { caseId } = await openFile(other.client, first)
    const again = await exportFile(other.client, { selection: { filter: '', case: caseId }, ...input })
    const rest = (file: Buffer) => (as === 'case' ? file.subarray(file.indexOf(10)) : file).toString('utf8')
    expect(rest(again)).toBe(rest(first))
    // And through a second installation once more, as something less.
    const third = await exportFile(other.client, { selection: { filter: '', case: caseId }, as: 'json' })
    expect((await openFile(one.client, third)).deliveries).toBe(3)
  })

  it.each(['har', 'json'] as const)('imports its own %s', { tags: 'full' }, async (as) => {
    const file = await exportFile(one.client, { ...all, as })
    const opened = await openFile(other.client, file, `x.${as}`)
    expect(opened).toMatchObject({ deliveries: 3, refused: [] })
    const [newest] = (await other.client.deliveries.list({ case: opened.caseId })).items
    expect(await bytesOf(other, newest?.id ?? '')).toEqual(await bytesOf(one, ids.personal))
  })

  it.each(['curl', 'http'] as const)('writes a request for each delivery as %s', async (as) => {
    const text = (await exportFile(one.client, { ...all, as })).toString('utf8')
    expect(text.match(/\[receiver-key\]/g)?.length).toBe(3)
  })
})

describe('work that is cancelled', () => {
  it('writes no more of an export, whose run is gone', async () => {
    const { run } = await one.client.caseFiles.startExport(all)
    expect(await one.client.caseFiles.cancel({ run })).toEqual({ cancelled: true })
    await expect(one.client.caseFiles.exportPiece({ run })).rejects.toMatchObject({ data: { why: { code: 'no-run' } } })
    expect(await one.client.caseFiles.cancel({ run })).toEqual({ cancelled: false })
  })

  it('leaves nothing of an import, on disk either', { tags: 'full' }, async () => {
    const file = await exportFile(one.client, all)
    const casesOf = () => readdirSync(join(folders[1]?.path ?? '', 'cases')).length
    const before = [(await other.client.caseFiles.list()).length, casesOf()]
    const { run } = await other.client.caseFiles.startOpen({ name: 'half.hookscope' })
    await other.client.caseFiles.openPiece({ run, base64: file.subarray(0, file.length / 2).toString('base64') })
    expect(casesOf()).toBe((before[1] ?? 0) + 1)
    expect(await other.client.caseFiles.cancel({ run })).toEqual({ cancelled: true })
    expect([(await other.client.caseFiles.list()).length, casesOf()]).toEqual(before)
    await expect(other.client.caseFiles.finishOpen({ run })).rejects.toMatchObject({
      data: { why: { code: 'no-run' } },
    })
  })
})

it.each([
  ['gitlab', 'x-gitlab-token'],
  ['telegram', 'x-telegram-bot-api-secret-token'],
] as const)(
  'a delivery of %s, whose proof is the token itself, cannot be checked again, and the file says so',
  async (signatureScheme, name) => {
    const sender = await one.client.environments.create({
      name: signatureScheme,
      kind: 'sender',
      signatureScheme,
      sharedSecret: 'a-token-of-the-sender',
    })
    await postTo(one, sender, { [name]: 'a-token-of-the-sender', 'content-type': 'application/json' }, '{"a":1}')
    const selection = { filter: '', environment: sender.id }
    expect((await one.client.caseFiles.preview({ selection })).unchecked).toEqual({ body: 0, token: 1, address: 0 })
    const file = await exportFile(one.client, { selection })
    expect(file.toString('utf8')).not.toContain('a-token-of-the-sender')
    expect(linesOf(file)[2]).toMatchObject({
      delivery: { verdict: 'valid' },
      redactions: { proof: 'header' },
      note: expect.stringMatching(/token|check/) as string,
    })
    await other.client.environments.create({ name: signatureScheme, sharedSecret: 'a-token-of-the-sender' })
    const opened = await openFile(other.client, file)
    expect(opened.rechecked).toEqual({ same: 0, different: 0, cannot: 1 })
    const detail = await other.client.deliveries.get({ id: `${opened.caseId}.1` })
    expect(detail.foreign?.recheck.why).toEqual({ code: 'token-left-out', fields: {} })
  },
)

it('a file says how many failed signatures are not explained for want of time', async () => {
  const late = await other.client.environments.create({ name: 'No time', sharedSecret: secret })
  await postTo(other, late, { [header]: sign('{}', 'another secret') }, '{"a":1}')
  const { run } = await other.client.caseFiles.startExport({ selection: { filter: '', environment: late.id } })
  const { piece, unexplained } = await other.client.caseFiles.exportPiece({ run })
  expect(unexplained).toBe(1)
  const lines = linesOf(new Uint8Array(await piece.arrayBuffer()))
  expect(lines.at(-1)).toEqual({ end: { deliveries: 1, unexplained: 1 } })
  expect(lines[2]).toMatchObject({ delivery: { signature: { explanation: { state: 'not-searched' } } } })
  // The same with time is explained.
  expect(linesOf(await exportFile(one.client, all)).at(-1)).toEqual({ end: { deliveries: 5 } })
})

async function bytesOf({ client }: TestHost, id: string): Promise<Uint8Array> {
  return new Uint8Array(await (await client.deliveries.body({ id })).arrayBuffer())
}

function decodedBody(line: Record<string, unknown>): string {
  const { body } = line as Partial<DeliveryFile>
  return Buffer.from(body?.base64 ?? '', 'base64').toString('utf8')
}
