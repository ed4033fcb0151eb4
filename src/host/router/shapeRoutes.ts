import { caseOf } from '../../engine/cases/caseReader.ts'
import { secretsToHide } from '../../engine/environments/secretsToHide.ts'
import { noEnvironment } from '../../engine/failures/expectedFailure.ts'
import type { Engine } from '../../engine/startEngine.ts'
import type { StoredChange } from '../../engine/store/records/changes.ts'
import { codeLanguageFacts } from '../../shared/codeLanguages.ts'
import type { ShapeChange } from '../../shared/wireTypes.ts'
import { changeSentence } from '../../shared/words/changes.ts'
import type { SourceOf } from './readRoutes.ts'
import type { Implementer } from './routerParts.ts'

/** The calls about shapes. */
export function shapeRoutes(
  os: Implementer,
  { environments, store, drift }: Pick<Engine, 'environments' | 'store' | 'drift'>,
  sourceOf: SourceOf,
) {
  /** Nothing is said of an environment that is not there, such as one that is given by its name. */
  const inUse = (environment = environments.active().id): string => {
    if (caseOf(environment) === null && environments.get(environment) === undefined) throw noEnvironment(environment)
    return environment
  }
  const hidden = () => secretsToHide({ environments }).pointers
  return {
    list: os.shapes.list.handler(async ({ input: { environment } }) => {
      const environmentId = inUse(environment)
      return sourceOf(environmentId).store.shapeTypes(environmentId)
    }),
    get: os.shapes.get.handler(async ({ input: { source, type, environment } }) => {
      const environmentId = inUse(environment)
      const shape = await sourceOf(environmentId).store.shape(environmentId, source, type, hidden())
      const changes =
        caseOf(environmentId) === null
          ? await store.changes({ environment: environmentId, source, type, all: true }, hidden())
          : []
      return { source, type, ...shape, changes: changes.map(viewOf) }
    }),
    code: os.shapes.code.handler(async ({ input: { source, type, environment, language } }) => {
      const environmentId = inUse(environment)
      const { schema } = await sourceOf(environmentId).store.shape(environmentId, source, type, hidden())
      const { writeCode } = await import('../shapeCode/writeCode.ts')
      return { language, tested: codeLanguageFacts[language].tested, code: await writeCode(schema, type, language) }
    }),
    changes: os.shapes.changes.handler(async ({ input: { environment, all } }) => {
      const environmentId = inUse(environment)
      const pending = await drift.catchUp()
      const changes = await store.changes({ environment: environmentId, all: all === 'true' }, hidden())
      return { changes: changes.map(viewOf), pending }
    }),
    accept: os.shapes.accept.handler(async ({ input: { environment, changes } }) => {
      if (changes !== 'all') return { accepted: await drift.accept(changes) }
      const open = await store.changes({ environment: inUse(environment), all: false }, hidden())
      return { accepted: await drift.accept(open.map(({ number }) => number)) }
    }),
  }
}

/** A change as it crosses the wire. */
function viewOf({ detail, firstAt, lastAt, acceptedAt, ...change }: StoredChange): ShapeChange {
  const time = (at: number): string => new Date(at).toISOString()
  return {
    ...change,
    sentence: changeSentence({ ...change, detail }),
    firstAt: time(firstAt),
    lastAt: time(lastAt),
    acceptedAt: acceptedAt === null ? null : time(acceptedAt),
  }
}
