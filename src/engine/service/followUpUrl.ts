import { trimEnd } from '../../shared/basics/trimEnd.ts'
import { type IdForm, idInPath } from '../../shared/signature/meaning.ts'
import type { FollowUpReason } from '../../shared/codes/callFailures.ts'
import { defaultResourcePaths } from '../../shared/defaultResourcePaths.ts'

/**
 * Where the object of a notification is fetched. resourceType and resourceId come from outside and steer a request that
 * carries credentials, so the type only chooses a template and the id must be a plain word.
 */
export type FollowUpUrl = { ok: true; url: string; assumed: boolean } | { ok: false; why: FollowUpReason }

const plainId = /^[A-Za-z0-9_-]{1,128}$/

/**
 * The same for another sender: only the environment's own templates, and ids as the sender writes them.
 * @param form what the sender's ids look like; any other id is not requested
 */
export function senderFollowUpUrl(
  target: { resourceType: string; resourceId: string },
  form: IdForm,
  baseUrl: string,
  paths: Readonly<Record<string, string>>,
): FollowUpUrl {
  const { resourceType, resourceId } = target
  if (!URL.canParse(baseUrl)) return nowhere({ code: 'no-base-url', fields: {} })
  if (form === 'uri') return ownAddress(resourceId, baseUrl)
  const template = findTemplate(resourceType, paths)
  if (template === undefined) return nowhere({ code: 'no-path', fields: { resourceType: resourceType.slice(0, 60) } })
  const id = idInPath(resourceId, form)
  if (id === null) return nowhere({ code: 'resource-id-unusable', fields: {} })
  return underBase(
    template.replaceAll('{resourceId}', () => id),
    baseUrl,
    false,
  )
}

/** An id that is the object's own address: it must be written as addresses are, and be below the base URL. */
function ownAddress(id: string, baseUrl: string): FollowUpUrl {
  const base = new URL(baseUrl)
  const url = URL.canParse(id) ? new URL(id) : null
  const isPlain = url !== null && url.href === id && url.username === '' && url.password === '' && url.hash === ''
  if (!isPlain) return nowhere({ code: 'resource-id-unusable', fields: {} })
  const prefix = trimEnd(base.pathname, '/')
  const isBelow = url.origin === base.origin && url.pathname.startsWith(`${prefix}/`)
  return isBelow
    ? { ok: true, url: url.href, assumed: false }
    : nowhere({ code: 'path-leaves-base', fields: { path: id.slice(0, 120) } })
}

/**
 * @param paths the environment's own templates; they come before the defaults, matched without case
 * @returns the URL and whether its path is only assumed, or why no request may be made
 */
export function followUpUrl(
  target: { resourceType: string; resourceId: string; organizationId: string | null },
  baseUrl: string,
  paths: Readonly<Record<string, string>>,
): FollowUpUrl {
  if (!URL.canParse(baseUrl)) {
    return nowhere({ code: 'no-base-url', fields: {} })
  }
  const own = findTemplate(target.resourceType, paths)
  const template = own ?? findTemplate(target.resourceType, defaultResourcePaths())
  if (template === undefined) {
    return nowhere({ code: 'no-path', fields: { resourceType: target.resourceType.slice(0, 60) } })
  }
  if (!plainId.test(target.resourceId)) {
    return nowhere({ code: 'resource-id-unusable', fields: {} })
  }
  if (template.includes('{organizationId}') && !plainId.test(target.organizationId ?? '')) {
    return nowhere({ code: 'organization-id-missing', fields: {} })
  }
  const path = template
    .replaceAll('{resourceId}', target.resourceId)
    .replaceAll('{organizationId}', target.organizationId ?? '')
  return underBase(path, baseUrl, own === undefined)
}

/** Joins as text and then asserts that parsing did not lead anywhere else. */
function underBase(path: string, baseUrl: string, assumed: boolean): FollowUpUrl {
  const base = new URL(baseUrl)
  const prefix = trimEnd(base.pathname, '/')
  const wanted = prefix + path
  const outside = nowhere({ code: 'path-leaves-base', fields: { path: path.slice(0, 120) } })
  if (path.startsWith('//') || !URL.canParse(base.origin + wanted)) return outside
  const url = new URL(base.origin + wanted)
  const stays = url.origin === base.origin && url.pathname + url.search === wanted && url.hash === ''
  return stays ? { ok: true, url: url.href, assumed } : outside
}

function nowhere(why: FollowUpReason): FollowUpUrl {
  return { ok: false, why }
}

function findTemplate(resourceType: string, paths: Readonly<Record<string, string>>): string | undefined {
  const wanted = resourceType.toLowerCase()
  for (const [name, template] of Object.entries(paths)) {
    if (name.toLowerCase() === wanted) return template
  }
  return undefined
}
