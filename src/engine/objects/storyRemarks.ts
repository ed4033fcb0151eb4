import type { Difference } from '../../shared/json/difference.ts'
import type { ItemRemark, StoryRemark } from '../../shared/codes/storyRemarks.ts'
import { markStart } from '../../shared/redaction/rules.ts'
import type { FoldedNotification } from './foldDeliveries.ts'
import type { JudgedClaims, JudgedSnapshot } from './judgeSnapshots.ts'

/** Remarks about a notification. Pure. */
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

/** A notification must be missing: none that could be of the change ever came. */
export function isMissed({ missed }: Pick<JudgedSnapshot, 'missed'>): boolean {
  return missed === 'none-came' || missed === 'only-create'
}

/**
 * Remarks about a snapshot. Pure.
 * @param ofFile it is out of a file, which need not have all notifications, and may be without some values
 */
export function remarksOfSnapshot(judged: JudgedSnapshot, ofFile: boolean): ItemRemark[] {
  const { missed, snapshot } = judged
  if (snapshot.text === null) return [{ code: 'object-too-large', fields: {} }]
  const remarks: ItemRemark[] = []
  if (missed !== null) {
    const code = ofFile && isMissed(judged) ? 'notification-not-in-file' : missedCodes[missed]
    remarks.push({ code, fields: {} })
  }
  if (ofFile && snapshot.text.includes(markStart)) remarks.push({ code: 'body-values-left-out', fields: {} })
  return remarks
}

/** False for a value that one of the snapshots left out: it is unknown whether it changed. */
export function isKnown({ before, after }: Difference): boolean {
  if (before === null || after === null) return true
  return before.includes(markStart) === after.includes(markStart)
}

const counted = ['missed', 'some-out-of-order', 'silent', 'unproven', 'older'] as const

/** Remarks about the whole story. Pure. */
export function remarksOfStory({
  ofFile,
  ...counts
}: Record<(typeof counted)[number], number> & { ofFile: boolean }): StoryRemark[] {
  const remarks: StoryRemark[] = counted
    .filter((code) => counts[code] > 0)
    .map((code) => ({ code, fields: { count: counts[code] } }))
  return ofFile ? [...remarks, { code: 'of-file', fields: {} }] : remarks
}
