import { defaultResourcePaths } from '../../shared/defaultResourcePaths.ts'

/**
 * Where the object of a notification is fetched. resourceType and resourceId come from outside and steer a request that
 * carries credentials, so the type only chooses a template and the id must be a plain word.
 */
export type FollowUpUrl = { ok: true; url: string; assumed: boolean } | { ok: false; reason: string }

const plainId = /^[A-Za-z0-9_-]{1,128}$/

/**
 * @param paths the environment's own templates; they come before the defaults, matched without case
 * @returns the URL and whether its path is only assumed, or a sentence that says why no request may be made
 */
export function followUpUrl(
  target: { resourceType: string; resourceId: string; organizationId: string | null },
  baseUrl: string,
  paths: Readonly<Record<string, string>>,
): FollowUpUrl {
  if (!URL.canParse(baseUrl)) {
    return { ok: false, reason: 'The environment has no base URL. Set it under Access.' }
  }
  const own = findTemplate(target.resourceType, paths)
  const template = own ?? findTemplate(target.resourceType, defaultResourcePaths())
  if (template === undefined) {
    return {
      ok: false,
      reason: `No path is known for the resource type "${target.resourceType.slice(0, 60)}". Add one under Settings, Resource paths.`,
    }
  }
  if (!plainId.test(target.resourceId)) {
    return {
      ok: false,
      reason: 'The resource id has characters that an id does not have, so nothing was requested with it.',
    }
  }
  if (template.includes('{organizationId}') && !plainId.test(target.organizationId ?? '')) {
    return { ok: false, reason: 'The path needs the organization id, and the notification has none that is usable.' }
  }
  const path = template
    .replaceAll('{resourceId}', target.resourceId)
    .replaceAll('{organizationId}', target.organizationId ?? '')
  return underBase(path, baseUrl, own === undefined)
}

/** Joins as text and then asserts that parsing did not lead anywhere else. */
function underBase(path: string, baseUrl: string, assumed: boolean): FollowUpUrl {
  const base = new URL(baseUrl)
  const prefix = base.pathname.replace(/\/+$/, '')
  const wanted = prefix + path
  const outside: FollowUpUrl = {
    ok: false,
    reason: `The path template gives "${path.slice(0, 120)}", which does not stay below the base URL. Mend it under Settings, Resource paths.`,
  }
  if (path.startsWith('//') || !URL.canParse(base.origin + wanted)) return outside
  const url = new URL(base.origin + wanted)
  const stays = url.origin === base.origin && url.pathname + url.search === wanted && url.hash === ''
  return stays ? { ok: true, url: url.href, assumed } : outside
}

function findTemplate(resourceType: string, paths: Readonly<Record<string, string>>): string | undefined {
  const wanted = resourceType.toLowerCase()
  for (const [name, template] of Object.entries(paths)) {
    if (name.toLowerCase() === wanted) return template
  }
  return undefined
}
