import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DeliveryFile, ExportInput, ObjectStory } from '../../../src/shared/wireTypes.ts'
import { exportFile, linesOf, openFile } from '../../build/caseFiles.ts'
import { scratchFolder } from '../../build/startServe.ts'
import { nextFollowUp, startTestHost, type TestHost } from '../../build/startTestHost.ts'

/** Two installations: an object is notified, changed and fetched in one, and its story is read in the other. */
const folders = [scratchFolder(), scratchFolder()]
let one: TestHost
let other: TestHost
let resourceId: string
/** Deliveries of the object: of its creation, and of an update. */
let created: string
let updated: string

beforeAll(async () => {
  ;[one, other] = (await Promise.all(folders.map(async ({ path }) => startTestHost(path)))) as [TestHost, TestHost]
  const { deliveryId } = await one.client.sandbox.demo()
  created = deliveryId
  resourceId = (await one.client.deliveries.get({ id: created })).resourceId ?? ''
  const ended = nextFollowUp(one.host)
  await one.client.sandbox.updateObject({ type: 'Payment', id: resourceId })
  await ended
  updated = (await one.client.deliveries.list({ limit: 1 })).items[0]?.id ?? ''
  // The first delivery has the object as it was after the update, too.
  await one.client.deliveries.followUp({ id: created })
})
afterAll(async () => {
  await Promise.all([one.host.stop(), other.host.stop()])
  for (const folder of folders) folder.remove()
})

async function storyOf(input: ExportInput): Promise<ObjectStory & { caseId: string }> {
  const { caseId } = await openFile(other.client, await exportFile(one.client, input))
  const environment = `${caseId}.sandbox`
  return { ...(await other.client.objects.get({ environment, resourceType: 'payment', resourceId })), caseId }
}

const object = () => ({ environment: 'sandbox', resourceType: 'Payment', resourceId })

describe('the story of an object in an opened file', () => {
  it('has the notifications, snapshots and differences of the sender', async () => {
    const { caseId, ...story } = await storyOf({ selection: { object: object() } })
    const there = await one.client.objects.get({ resourceType: 'Payment', resourceId })
    const points = ({ items }: ObjectStory) =>
      items.map(({ at, kind, action, claimed, silent, snapshot, difference }) => {
        return { at, kind, action, claimed, silent, snapshot, difference }
      })
    expect(points(story)).toEqual(points(there))
    const [last, second, , first] = story.items
    expect([last?.difference, second?.difference?.length, first?.difference]).toEqual([[], expect.any(Number), null])
    expect(second?.difference?.length).toBeGreaterThan(0)
    expect(story.remarks).toEqual([...there.remarks, { code: 'of-file', fields: {} }])
    expect(story).toMatchObject({ environmentId: `${caseId}.sandbox`, notifications: 2, snapshots: 3 })
  })

  it('leads to deliveries of the file, each of which can be read', { tags: 'full' }, async () => {
    const { caseId, items } = await storyOf({ selection: { object: object() } })
    const named = new Set(items.flatMap((item) => [item.deliveryId, ...item.deliveries.map(({ id }) => id)]))
    expect(named).toEqual(new Set([`${caseId}.1`, `${caseId}.2`]))
    expect(items.flatMap(({ followUp }) => followUp?.deliveryId ?? [])).toEqual([`${caseId}.2`, `${caseId}.1`])
    const snapshots = items.filter(({ kind }) => kind === 'snapshot')
    const attempts = snapshots.map(({ attemptId }) => attemptId)
    expect(new Set(attempts).size).toBe(3)
    const shown = items.flatMap(({ shownBy }) => shownBy ?? [])
    expect(shown).toHaveLength(2)
    expect(attempts).toEqual(expect.arrayContaining(shown))
    const details = await Promise.all([...named].map(async (id) => other.client.deliveries.get({ id })))
    expect(new Set(details.map(({ foreign }) => foreign?.originalId))).toEqual(new Set([created, updated]))
    // Each snapshot is an attempt of a delivery that it leads to.
    expect(details.flatMap((detail) => detail.attempts.map(({ id }) => id))).toEqual(expect.arrayContaining(attempts))
    for (const attempt of attempts) expect(attempt?.startsWith(`${caseId}.`)).toBe(true)
  })

  it('does not call a notification missing that is only not in the file', async () => {
    const { items, remarks } = await storyOf({ selection: { ids: [created] } })
    const [changed] = items
    expect(changed).toMatchObject({ kind: 'snapshot', missed: false })
    expect(changed?.difference).not.toEqual([])
    expect(changed?.remarks).toEqual([{ code: 'notification-not-in-file', fields: {} }])
    expect(remarks).toEqual([{ code: 'of-file', fields: {} }])
  })

  it('says that differences in values that were left out are not seen', async () => {
    const whole = await storyOf({ selection: { object: object() } })
    const changed = whole.items.flatMap(({ difference }) => difference?.map(({ path }) => path) ?? [])
    const top = changed.map((path) => `/${path.split(/[.[]/)[0]}`)
    const { items } = await storyOf({ selection: { object: object() }, redaction: { pointers: [...new Set(top)] } })
    const snapshots = items.filter(({ kind }) => kind === 'snapshot')
    expect(snapshots.map(({ difference }) => difference)).toEqual([[], [], null])
    for (const { remarks } of snapshots) expect(remarks).toContainEqual({ code: 'body-values-left-out', fields: {} })
  })

  it('is refused where the file has nothing of the object, or there is no such file', async () => {
    const { caseId } = await storyOf({ selection: { object: object() } })
    const ask = async (environment: string, id: string) =>
      other.client.objects.get({ environment, resourceType: 'Payment', resourceId: id })
    await expect(ask(`${caseId}.sandbox`, 'another')).rejects.toMatchObject({
      data: { why: { code: 'object-unseen' } },
    })
    await expect(ask('c00000000000f.sandbox', resourceId)).rejects.toMatchObject({
      data: { why: { code: 'no-case' } },
    })
    // One's own data does not have the object.
    await expect(ask('sandbox', resourceId)).rejects.toMatchObject({ data: { why: { code: 'object-unseen' } } })
  })
})

it('an attempt that a file has twice under one id is two snapshots of its story', { tags: 'full' }, async () => {
  const lines = linesOf(await exportFile(one.client, { selection: { ids: [created] } }))
  const file = lines.find((line) => 'delivery' in line) as unknown as DeliveryFile
  const attempts = file.delivery.attempts.map((attempt) => ({ ...attempt, id: '7' }))
  const twice = { ...file, delivery: { ...file.delivery, attempts } }
  const text = lines.map((line) => JSON.stringify('delivery' in line ? twice : line)).join('\n')
  const { caseId } = await openFile(other.client, Buffer.from(text))
  const environment = `${caseId}.sandbox`
  const story = await other.client.objects.get({ environment, resourceType: 'Payment', resourceId })
  expect(story.snapshots).toBe(2)
  expect(new Set(story.items.flatMap(({ attemptId }) => attemptId ?? [])).size).toBe(2)
})

it('a snapshot that is too large for a story says so, and the others are shown', { tags: 'full' }, async () => {
  const lines = linesOf(await exportFile(one.client, { selection: { object: object() } }))
  const large = (file: DeliveryFile): DeliveryFile => {
    const attempts = file.delivery.attempts.map((attempt) => ({ ...attempt, body: `"${'x'.repeat(2_000_000)}"` }))
    return { ...file, delivery: { ...file.delivery, attempts } }
  }
  const text = lines.map((line) => {
    const isUpdate = (line['delivery'] as { id: string } | undefined)?.id === updated
    return JSON.stringify(isUpdate ? large(line as unknown as DeliveryFile) : line)
  })
  const { caseId } = await openFile(other.client, Buffer.from(text.join('\n')))
  const environment = `${caseId}.sandbox`
  const { items, snapshots } = await other.client.objects.get({ environment, resourceType: 'Payment', resourceId })
  expect(snapshots).toBe(3)
  const shown = items
    .filter(({ kind }) => kind === 'snapshot')
    .map(({ snapshot, remarks }) => [snapshot !== null, remarks])
  expect(shown).toEqual([
    [true, expect.anything()],
    [false, [{ code: 'object-too-large', fields: {} }]],
    [true, expect.anything()],
  ])
})

it('what was fetched for a delivery of a file is found by search, as one’s own is', async () => {
  const { caseId } = await openFile(other.client, await exportFile(one.client, { selection: { object: object() } }))
  const { attempts } = await other.client.deliveries.get({ id: `${caseId}.1` })
  const fetched = Object.keys(JSON.parse(attempts[0]?.body ?? '') as object)
  const body = await (await other.client.deliveries.body({ id: `${caseId}.1` })).text()
  const onlyFetched = fetched.find((name) => !body.includes(name)) ?? ''
  expect(onlyFetched).not.toBe('')
  const found = await other.client.deliveries.list({ case: caseId, filter: onlyFetched })
  expect(found.items.map(({ id }) => id)).toEqual([`${caseId}.2`, `${caseId}.1`])
  expect((await other.client.deliveries.list({ filter: onlyFetched })).items).toEqual([])
})

it("a delivery out of a file comes with the scheme of its sender's own", async () => {
  const lines = linesOf(await exportFile(one.client, { selection: { ids: [created] } }))
  const withScheme = lines.map((line) => {
    if (!('environment' in line)) return line
    const environment = line['environment'] as { scheme: object }
    const scheme = { ...environment.scheme, id: 'own', label: 'Ours', header: 'x-ours' }
    return { ...line, environment: { ...environment, signatureScheme: 'own', scheme } }
  })
  const { caseId } = await openFile(
    other.client,
    Buffer.from(withScheme.map((line) => JSON.stringify(line)).join('\n')),
  )
  const { foreign } = await other.client.deliveries.get({ id: `${caseId}.1` })
  expect(foreign?.ownScheme).toMatchObject({ id: 'own', label: 'Ours', header: 'x-ours' })
})
