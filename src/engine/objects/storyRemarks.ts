import type { ItemRemark, StoryRemark } from '../../shared/codes/storyRemarks.ts'
import type { FoldedNotification } from './foldDeliveries.ts'
import type { JudgedClaims, JudgedSnapshot } from './judgeSnapshots.ts'

/** What a person should know about a notification. Pure. */
export function remarksOfNotification(
  notification: FoldedNotification,
  judged: JudgedClaims | undefined,
): ItemRemark[] {
  const { proven, deliveries, overtakenBy, claims } = notification
  const remarks: ItemRemark[] = []
  if (!proven) remarks.push({ code: 'sender-unproven', fields: {} })
  if (deliveries.length > 1) remarks.push({ code: 'repeated', fields: { times: deliveries.length } })
  if (overtakenBy !== null) remarks.push({ code: 'out-of-order', fields: {} })
  if (judged?.silent === true) remarks.push({ code: 'changes-null', fields: {} })
  if (notification.unread === true) remarks.push({ code: 'body-too-large', fields: {} })
  else if (claims.shape === 'other') remarks.push({ code: 'changes-unknown-shape', fields: {} })
  return judged === undefined ? remarks : [...remarks, ...remarksOfClaims(judged)]
}

function remarksOfClaims(judged: JudgedClaims): ItemRemark[] {
  return (['unclaimed', 'unchanged', 'otherwise'] as const)
    .filter((code) => judged[code].length > 0)
    .map((code) => ({ code, fields: { places: judged[code] } }))
}

const missedCodes = {
  'none-came': 'notification-missing',
  'only-create': 'update-missing',
  late: 'notification-late',
} as const

/** What a person should know about a snapshot. Pure. */
export function remarksOfSnapshot({ missed, snapshot }: JudgedSnapshot): ItemRemark[] {
  if (snapshot.text === null) return [{ code: 'object-too-large', fields: {} }]
  return missed === null ? [] : [{ code: missedCodes[missed], fields: {} }]
}

/** What a person should see of the whole story at a glance. Pure. */
export function remarksOfStory(counts: Record<StoryRemark['code'], number>): StoryRemark[] {
  return (['missed', 'some-out-of-order', 'silent', 'unproven', 'older'] as const)
    .filter((code) => counts[code] > 0)
    .map((code) => ({ code, fields: { count: counts[code] } }))
}
