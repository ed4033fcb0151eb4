import type { Json } from '../state/state.ts'
import { encodeJson } from './encodeJson.ts'

export interface Notification {
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
