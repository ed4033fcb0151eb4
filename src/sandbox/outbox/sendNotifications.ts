import { changesIn } from '../kinds/dialect.ts'
import type { ObjectKind } from '../kinds/objectKind.ts'
import type { World } from '../world/createWorld.ts'
import type { Fields, OutboxJob, Json } from '../state/state.ts'
import type { SandboxSettings, SandboxSpecialKind } from '../../shared/wireTypes.ts'
import { SandboxRefusal } from '../state/sandboxRefusal.ts'
import type { Outbox } from './startOutbox.ts'
import { encodeJson } from './encodeJson.ts'

interface Subject {
  resourceType: string
  resourceId: string
  action: string
  changes: Fields | null
}

type Written = { notificationId: string } & Pick<OutboxJob, 'body' | 'aheadMs'>

function write(world: World, subject: Subject): Written {
  const notificationId = world.random.uuid()
  const { resourceType, resourceId, action, changes } = subject
  const organizationId = world.state.organization.id
  const createdAtUtc = world.stamp()
  const body = writeNotification({
    organizationId,
    action,
    id: notificationId,
    resourceId,
    resourceType,
    createdAtUtc,
    changes: changesIn(world.dialect, changes),
  })
  const aheadMs = Math.round(world.clock.aheadMs())
  return { notificationId, body, ...(aheadMs === 0 ? {} : { aheadMs }) }
}

/** Notifies of a created or updated object, when the webhook-config wants it. */
export function notify(
  world: World,
  outbox: Outbox,
  settings: SandboxSettings,
  kind: ObjectKind,
  subject: Pick<Subject, 'resourceId' | 'action' | 'changes'>,
): void {
  const { webhookConfig } = world.state
  if (!webhookConfig.enabled || !webhookConfig.webhookTypes.includes(kind.type)) {
    return
  }
  const changes = kind.tellsChanges ? subject.changes : null
  const { resourceType } = kind
  const written = write(world, { ...subject, changes, resourceType })
  const notification = { ...written, resourceType, action: subject.action }
  world.state.last = notification
  const { delayMs, shuffleMs, duplicates, wrongSignatures, lostAnswers } = settings
  const { random } = world
  const isOf = (share: number) => share > 0 && random.below(10_000) < share * 10_000
  const waitMs = () => delayMs + (shuffleMs === 0 ? 0 : random.below(shuffleMs))
  const signing = isOf(wrongSignatures) ? 'wrong' : 'right'
  const lost = isOf(lostAnswers) ? { lostAnswers: 1 } : {}
  outbox.enqueue({ ...notification, signing, ...lost, waitMs: waitMs() })
  if (isOf(duplicates)) outbox.enqueue({ ...notification, signing, waitMs: waitMs() })
}

/** The newest object, so that a special delivery speaks of something that exists; else an unknown object. */
function subjectOf(world: World): Subject {
  const newest = world.state.objects.at(-1)
  const kind = world.kinds.find(({ type }) => type === newest?.type)
  return {
    resourceType: kind?.resourceType ?? world.kinds[0]?.resourceType ?? 'Payment',
    resourceId: newest?.id ?? world.random.uuid(),
    action: 'update',
    changes: null,
  }
}

function notJson(world: World): Pick<OutboxJob, 'body'> & { notificationId: string } {
  const notificationId = world.random.uuid()
  return { notificationId, body: `<notification id="${notificationId}"><resourceType>Payment</resourceType>` }
}

/** A notification as a forger changes it, who copies its signature: another id, so that it is no repetition, another action. */
function forged(world: World, body: string): { notificationId: string; body: string } {
  const notificationId = world.random.uuid()
  const changed = body
    .replace(/"id":"[^"]*"/, `"id":"${notificationId}"`)
    .replace(/"action":"[^"]*"/, '"action":"delete"')
  return { notificationId, body: changed }
}

function lastOf({ state: { last } }: World): NonNullable<World['state']['last']> {
  if (last === null) {
    throw new SandboxRefusal(
      'no-notification-yet',
      'There is no notification yet that could be sent twice. Create an object of a type that is switched on first.',
    )
  }
  return last
}

/** Sends one delivery that is wrong on purpose. Throws SandboxRefusal when there is nowhere to send it. */
export function sendSpecial(world: World, outbox: Outbox, special: SandboxSpecialKind): void {
  const { webhookConfig } = world.state
  if (webhookConfig.url === null || world.state.secrets.sharedSecret === null) {
    throw new SandboxRefusal(
      'not-configured',
      'The sandbox has no address to send to. Apply a webhook-config with a url and a shared secret first.',
    )
  }
  if (!webhookConfig.enabled) {
    throw new SandboxRefusal('disabled', 'The webhook-config is disabled, so nothing is sent. Enable it first.')
  }
  const subject = subjectOf(world)
  const { resourceType, action } = subject
  switch (special) {
    case 'wrong-signature':
      return outbox.enqueue({ ...write(world, subject), resourceType, action, signing: 'wrong' })
    case 'unsigned':
      return outbox.enqueue({ ...write(world, subject), resourceType, action, signing: 'none' })
    case 'not-json':
      return outbox.enqueue({ ...notJson(world), resourceType, action, signing: 'right' })
    case 'unknown-type': {
      const unknown = { ...subject, resourceType: 'StandingOrder', resourceId: world.random.uuid(), action: 'create' }
      const written = write(world, unknown)
      return outbox.enqueue({ ...written, resourceType: 'StandingOrder', action: 'create', signing: 'right' })
    }
    case 'duplicate':
      return outbox.enqueue({ ...lastOf(world), signing: 'right' })
    case 'tampered': {
      const last = lastOf(world)
      const other = { ...last, ...forged(world, last.body), action: 'delete' }
      return outbox.enqueue({ ...other, signing: 'right', signedBody: last.body })
    }
    case 'old-secret':
      if (world.state.secrets.previousSecret === undefined) {
        throw new SandboxRefusal(
          'no-old-secret',
          'The shared secret was never changed, so there is no old one to sign with. Change it under Webhook first.',
        )
      }
      return outbox.enqueue({ ...write(world, subject), resourceType, action, signing: 'previous' })
    case 'lost-answer':
      return outbox.enqueue({ ...write(world, subject), resourceType, action, signing: 'right', lostAnswers: 1 })
    default:
      return special satisfies never
  }
}

interface Notification {
  organizationId: string
  action: string
  id: string
  resourceId: string
  resourceType: string
  /** As the service writes times; see formatStamp. */
  createdAtUtc: string
  changes: Json
}

/** The body of a delivery, its fields in the order of the sample (interface document, section 2.3). */
export function writeNotification(notification: Notification): string {
  const members = [
    `"organizationId":${encodeJson(notification.organizationId)}`,
    `"action":${encodeJson(notification.action)}`,
    `"id":${encodeJson(notification.id)}`,
    `"resourceId":${encodeJson(notification.resourceId)}`,
    `"resourceType":${encodeJson(notification.resourceType)}`,
    // Not escaped: .NET writes the "+" of a time as it is, and so does the sample.
    `"createdAtUtc":"${notification.createdAtUtc}"`,
    `"changes":${encodeJson(notification.changes)}`,
  ]
  return `{${members.join(',')}}`
}
