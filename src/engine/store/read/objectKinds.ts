import type { DatabaseSync } from 'node:sqlite'

/** The resource types of an environment that objects have. */
interface ObjectKind {
  environmentId: string
  resourceType: string
}

/** Says which environments and types there are without a look at every object. */
export interface ObjectKinds {
  environments(): string[]
  /** Returns kinds whose type contains a text, in any case. */
  like(text: string, environment: string | undefined, resourceType: string | undefined): ObjectKind[]
}

/** Maximum types of an environment that are looked at: unproven deliveries can name any number of types. */
const maxTypes = 200

/** Makes it for a connection that openReader made. */
export function createObjectKinds(database: DatabaseSync): ObjectKinds {
  const nextEnvironment = database.prepare(
    'SELECT environment_id FROM objects WHERE environment_id > ? ORDER BY environment_id LIMIT 1',
  )
  const nextType = database.prepare(
    'SELECT resource_type FROM objects WHERE environment_id = ? AND resource_type > ? ORDER BY resource_type LIMIT 1',
  )

  function* environments(): Generator<string> {
    let row = nextEnvironment.get('')
    while (row !== undefined) {
      const environmentId = String(row['environment_id'])
      yield environmentId
      row = nextEnvironment.get(environmentId)
    }
  }

  function* typesOf(environmentId: string): Generator<string> {
    let row = nextType.get(environmentId, '')
    for (let count = 0; row !== undefined && count < maxTypes; count += 1) {
      const resourceType = String(row['resource_type'])
      yield resourceType
      row = nextType.get(environmentId, resourceType)
    }
  }

  return {
    environments: () => [...environments()],
    like: (text, environment, resourceType) => {
      const wanted = text.toLowerCase()
      return (environment === undefined ? [...environments()] : [environment]).flatMap((environmentId) =>
        [...typesOf(environmentId)]
          .filter((type) => type.toLowerCase().includes(wanted))
          .filter((type) => resourceType === undefined || resourceType.toLowerCase() === type.toLowerCase())
          .map((type) => ({ environmentId, resourceType: type })),
      )
    },
  }
}
