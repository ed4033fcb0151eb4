import type { EnvironmentRecord } from '../../engine/environments/environmentRecord.ts'
import type { Engine } from '../../engine/startEngine.ts'

/**
 * Where the service of an environment reaches the receiver, without a path. The sandbox runs in this process and needs no
 * tunnel: the demo must work whatever the network does.
 */
export function originFor({ receiver, publicAccess }: Engine, record: EnvironmentRecord): string {
  return record.kind === 'sandbox' ? receiver.origin : publicAccess.origin()
}
