import type { Engine } from '../../engine/startEngine.ts'
import { perDelivery } from '../../engine/store/read/retentionPlan.ts'
import { plannedReplacement } from '../../engine/upkeep/replaceDatabase.ts'
import type { Storage } from '../../shared/wireTypes.ts'
import { diskOf, folderSizes } from './folderSizes.ts'

const dayMs = 86_400_000
/** Maximum period that is reported as a figure. */
const longestDays = 3650

type Space = Awaited<ReturnType<Engine['store']['space']>>

/** Describes the sizes in the data folder and how long the disk lasts. `bytesPerSecond`: speed of a compaction. */
export async function describeStorage(
  { store, environments }: Pick<Engine, 'store' | 'environments'>,
  folder: string,
  now: number,
  work: Storage['work'],
  bytesPerSecond: () => number,
): Promise<Storage> {
  const [space, files, disk] = await Promise.all([store.space(), folderSizes(folder), diskOf(folder)])
  const { database, log, index, backups, other } = files
  const held = Object.entries(space.environments)
  const known = new Map(environments.all().map((record) => [record.id, record]))
  const ids = new Set([...known.keys(), ...held.map(([id]) => id)])
  const growth = growthOf(space, database + index)
  const replacement = plannedReplacement(folder)
  const free = [space.truth, space.index].reduce((sum, file) => sum + file.free * file.pageSize, 0)
  const used = database + index - free
  return {
    folder,
    at: new Date(now).toISOString(),
    total: database + log + index + backups + other,
    files,
    bodies: held.reduce((sum, [, { bytes }]) => sum + bytes, 0),
    free,
    environments: [...ids].map((id) => {
      const { deliveries = 0, bytes = 0, oldestAt } = space.environments[id] ?? {}
      return {
        environmentId: id,
        name: known.get(id)?.name ?? null,
        deliveries,
        bodies: bytes,
        counted: bytes + deliveries * perDelivery,
        oldestAt: oldestAt === undefined ? null : new Date(oldestAt).toISOString(),
        retention: known.get(id)?.retention ?? {},
      }
    }),
    growth,
    disk,
    fullInDays: fullInDays(disk, growth, free),
    compaction: { gained: free, seconds: Math.max(1, Math.ceil(used / bytesPerSecond())), temporary: 2 * used },
    work,
    replacement: replacement === null ? null : { from: replacement.from, createdAt: replacement.createdAt },
  }
}

function growthOf({ growth, environments }: Space, size: number): Storage['growth'] {
  const deliveries = Object.values(environments).reduce((sum, held) => sum + held.deliveries, 0)
  if (growth === null || deliveries === 0) return null
  const days = growth.ms / dayMs
  const deliveriesPerDay = growth.deliveries / days
  return { deliveriesPerDay, bytesPerDay: (deliveriesPerDay * size) / deliveries, days }
}

/** Free space inside the files is used before they grow. */
function fullInDays(disk: Storage['disk'], growth: Storage['growth'], free: number): number | null {
  if (disk === null || growth === null || growth.bytesPerDay <= 0) return null
  const days = (disk.free + free) / growth.bytesPerDay
  return days > longestDays ? null : days
}
