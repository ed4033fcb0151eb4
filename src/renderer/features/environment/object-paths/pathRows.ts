import { trimEnd } from '../../../../shared/basics/trimEnd.ts'
import { defaultResourcePaths } from '../../../../shared/defaultResourcePaths.ts'
import type { Environment } from '../../../../shared/wireTypes.ts'
import { pathWords } from '../settingsWords.ts'

/** One line of the table: a type and where its objects are fetched. */
export interface PathRow {
  resourceType: string
  /** The default rule's template; null for types that it does not know. */
  assumed: string | null
  /** The environment's own template; null: the default is used. */
  own: string | null
}

type Paths = Readonly<Record<string, string>>

/**
 * The documented types in their order, each with the own template if there is one, then all others by name.
 * @param kind nothing is assumed of another sender than the service
 */
export function pathRows(own: Paths, kind: Environment['kind'] = 'service'): PathRow[] {
  const defaults = Object.entries(kind === 'sender' ? {} : defaultResourcePaths()).map(
    ([resourceType, assumed]): PathRow => {
      const spelled = ownName(own, resourceType)
      return { resourceType, assumed, own: spelled === undefined ? null : (own[spelled] ?? null) }
    },
  )
  const others = Object.keys(own)
    .filter((name) => !defaults.some(({ resourceType }) => sameType(resourceType, name)))
    .sort((one, other) => one.localeCompare(other))
    .map((resourceType): PathRow => ({ resourceType, assumed: null, own: own[resourceType] ?? null }))
  return [...defaults, ...others]
}

/** Returns all own templates after setting one, or removing it with null. Ignores the case of types, as the engine does. */
export function withPath(own: Paths, resourceType: string, template: string | null): Record<string, string> {
  const others = Object.entries(own).filter(([name]) => !sameType(name, resourceType))
  if (template === null) return Object.fromEntries(others)
  return Object.fromEntries([...others, [ownName(own, resourceType) ?? resourceType, template]])
}

/** Returns the template of a type, if any. Ignores the case of types, as the engine does. */
export function pathOf(paths: Paths, resourceType: string): string | undefined {
  return paths[ownName(paths, resourceType) ?? '']
}

function ownName(own: Paths, resourceType: string): string | undefined {
  return Object.keys(own).find((name) => sameType(name, resourceType))
}

/** Whether a path is set for this type. */
export function hasPath(resourceType: string, rows: readonly PathRow[]): boolean {
  return rows.some((row) => sameType(row.resourceType, resourceType))
}

function sameType(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

/** Describes why a template is invalid; null when it is valid. */
export function templateProblem(template: string): string | null {
  if (!template.startsWith('/')) return pathWords.pathStart
  if (template.startsWith('//') || /(^|\/)\.\.?(\/|$)/.test(template)) {
    return pathWords.pathBelow
  }
  const unknown = /\{(?!(?:resourceId|organizationId)\})[^}]*\}?/.exec(template)
  if (unknown !== null) return pathWords.unknownPlace(unknown[0])
  if (/[\s#\\]/.test(template)) return pathWords.noBlanks
  return null
}

/** Describes why a new type cannot be added; null when it can. */
export function typeProblem(name: string, rows: readonly PathRow[]): string | null {
  if (name === '') return pathWords.needsType
  return hasPath(name, rows) ? pathWords.inTable(name) : null
}

const exampleId = '7f3c0b1e-52aa-4c41-9d0e-1f6b8a2c9d10'
const exampleOrganization = '0b9e6d54-3a7c-4f12-8e21-6c5d4b3a2f10'

/** Returns the URL that a follow-up would request, for this id or an example. */
export function previewOf(template: string, baseUrl: string, resourceId: string | null = null): string {
  const base = trimEnd(baseUrl, '/')
  const path = template
    .replaceAll('{resourceId}', () => resourceId ?? exampleId)
    .replaceAll('{organizationId}', exampleOrganization)
  return `${base === '' ? pathWords.noBaseUrl : base}${path}`
}
