import { setImmediate } from 'node:timers/promises'
import type { StoryRemark } from '../../shared/codes/storyRemarks.ts'
import type { Attempt, ObjectItem, ObjectStory } from '../../shared/wireTypes.ts'
import { storySentence } from '../../shared/words/story.ts'
import { type NamedObject, type StoryStore, storyOfObject, type TakenSnapshot } from '../actions/storyOfObject.ts'
import type { CaseShelf } from './caseShelf.ts'
import type { OpenCase } from './heldCases.ts'
import { caseLimits } from './limits.ts'
import { readPiece } from './readPiece.ts'

/** The id of an environment of a case, such as "c0123456789ab.sandbox", in its parts; null where it is one of one's own. */
export function splitForeignEnvironment(id: string): { caseId: string; id: string } | null {
  const [, caseId, rest] = /^(c[0-9a-f]{12})\.(.+)$/s.exec(id) ?? []
  return caseId === undefined || rest === undefined ? null : { caseId, id: rest }
}

/**
 * The story of one object as a file has it: its notifications, and its snapshots out of what was fetched for them. Throws
 * ExpectedFailure where the file says nothing of it.
 * @param most bytes of lines that are read for it
 */
export async function foreignStory(
  shelf: CaseShelf,
  caseId: string,
  object: NamedObject,
  most: number = caseLimits.storyBytes,
): Promise<ObjectStory> {
  return shelf.use(caseId, async (open) => {
    const { deliveriesOf, object: summary, body } = open.store
    let unread = 0
    const store: StoryStore = {
      deliveriesOf,
      object: summary,
      body,
      snapshots: async (environmentId, resourceType, resourceId, limit) => {
        const found = await snapshotsIn(open, { environmentId, resourceType, resourceId }, limit, most)
        unread += found.unread
        return found.snapshots
      },
    }
    const story = await storyOfObject(store, object, true)
    return inCase(caseId, unread === 0 ? story : withUnread(story, unread))
  })
}

function withUnread(story: ObjectStory, count: number): ObjectStory {
  const remark: StoryRemark = { code: 'not-all-read', fields: { count } }
  return { ...story, remarks: [...story.remarks, remark], notes: [...story.notes, storySentence(remark)] }
}

/**
 * What follow-ups fetched of an object, newest first: it is in the lines of the deliveries that name it. The first line that
 * is too long for what may still be read ends it, so that no snapshot is missing between two others; `unread` counts that
 * delivery and all older ones.
 */
async function snapshotsIn(
  { store, lines }: OpenCase,
  { environmentId, resourceType, resourceId }: NamedObject,
  limit: number,
  most: number,
): Promise<{ snapshots: TakenSnapshot[]; unread: number }> {
  const all = await store.deliveriesOf(environmentId, resourceType, resourceId, limit)
  const named = all.filter((delivery) => delivery.resourceType === resourceType)
  const found: TakenSnapshot[] = []
  let left = most
  let unread = 0
  for (const [place, delivery] of named.entries()) {
    // Receiving goes on in between.
    await setImmediate()
    const line = await lines.read(Number(delivery.id), left)
    if (line === 'too-long') {
      unread = named.length - place
      break
    }
    const piece = line === null ? null : readPiece(line)
    if (line === null || piece?.kind !== 'delivery') continue
    left -= line.length
    for (const [at, attempt] of piece.file.delivery.attempts.entries()) {
      if (!isSnapshot(attempt)) continue
      found.push({
        // By its place: the ids of a file can be there twice.
        id: `${delivery.id}.${at}`,
        deliveryId: delivery.id,
        startedAt: Date.parse(attempt.startedAt),
        body: Buffer.from(attempt.body ?? ''),
      })
    }
  }
  return { snapshots: found.toSorted((a, b) => b.startedAt - a.startedAt).slice(0, limit), unread }
}

function isSnapshot({ kind, status, body }: Attempt): boolean {
  return kind === 'follow-up' && status !== null && status >= 200 && status < 300 && body !== null
}

/** A story whose ids are of this case only: two cases can have the same, and one's own data, too. */
function inCase(caseId: string, { environmentId, items, ...story }: ObjectStory): ObjectStory {
  const own = (id: string) => `${caseId}.${id}`
  const ownOrNull = (id: string | null) => (id === null ? null : own(id))
  return {
    ...story,
    environmentId: own(environmentId),
    items: items.map((item): ObjectItem => ({
      ...item,
      deliveryId: own(item.deliveryId),
      attemptId: ownOrNull(item.attemptId),
      shownBy: ownOrNull(item.shownBy),
      deliveries: item.deliveries.map((delivery) => ({ ...delivery, id: own(delivery.id) })),
      ...(item.followUp == null ? {} : { followUp: { ...item.followUp, deliveryId: own(item.followUp.deliveryId) } }),
    })),
  }
}
