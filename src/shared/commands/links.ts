/**
 * Links into the app: `hookscope://delivery/12`, `hookscope://object/Payment/5a91-...`, `hookscope://screen/tunnel`.
 * They come from outside (a chat, a mail, another program), so they only say where to go, and only with names of a
 * narrow alphabet; everything else is not our link.
 */
import { commandIds } from './commands.ts'

export const linkScheme = 'hookscope'

/** Where a link leads. */
export type LinkPlace =
  | { kind: 'delivery'; id: string }
  | { kind: 'object'; resourceType: string; resourceId: string }
  | { kind: 'screen'; name: string }

/** Ids of deliveries: numbers of arrival. */
export const deliveryIdPattern = /^[1-9]\d{0,18}$/
export const resourceTypePattern = /^[A-Za-z][\w.-]{0,79}$/
export const resourceIdPattern = /^[\w.:~@+=-]{1,200}$/

/** Longer texts are not our links. */
const maxCharacters = 1024

/** The screens that a link may lead to. Not the presentation: to show it begins something. */
export const linkedScreens: readonly string[] = commandIds.flatMap((id) =>
  id.startsWith('go.') && id !== 'go.presentation' ? [id.slice('go.'.length)] : [],
)

/** Whether a text claims to be a link into the app, whatever else is in it. */
export function isOfLinkScheme(text: string): boolean {
  return text.toLowerCase().startsWith(`${linkScheme}://`)
}

/** Reads a link. Null for everything that is not exactly one of ours. */
export function parseLink(text: string): LinkPlace | null {
  if (text.length > maxCharacters) return null
  const [, path] = /^hookscope:\/\/([^?#\\\s]+)$/i.exec(text) ?? []
  const [kind, ...encoded] = path?.split('/') ?? []
  const parts = encoded.map(decoded)
  const [one = '', other = ''] = parts
  const place = placeOf(kind ?? '', one, other)
  return place !== null && parts.length === (place.kind === 'object' ? 2 : 1) ? place : null
}

function placeOf(kind: string, one: string, other: string): LinkPlace | null {
  if (kind === 'delivery') return deliveryIdPattern.test(one) ? { kind, id: one } : null
  if (kind === 'screen') return linkedScreens.includes(one) ? { kind, name: one } : null
  if (kind !== 'object' || !resourceTypePattern.test(one) || !isResourceId(other)) return null
  return { kind, resourceType: one, resourceId: other }
}

/** A dot or two alone would be taken for a way up by a program that reads the link as an address. */
function isResourceId(text: string): boolean {
  return resourceIdPattern.test(text) && text !== '.' && text !== '..'
}

/** The link to a place; null where one of its names cannot be in a link. */
export function formatLink(place: LinkPlace): string | null {
  const path =
    place.kind === 'delivery'
      ? place.id
      : place.kind === 'screen'
        ? place.name
        : `${place.resourceType}/${place.resourceId}`
  const link = `${linkScheme}://${place.kind}/${path}`
  return parseLink(link) === null ? null : link
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return ''
  }
}
