import type { Host } from '../../src/host/shells/types.ts'
import { fillWithData } from '../fillWithData.ts'
import { accessShots } from './accessShots.ts'
import { buildShots } from './buildShots.ts'
import { caseShots } from './caseShots.ts'
import { checkShots } from './checkShots.ts'
import { errorShots } from './errorShots.ts'
import { featureShots } from './featureShots.ts'
import { fullDiskShots, mountSmallDisk } from './fullDiskShots.ts'
import { labShots } from './labShots.ts'
import { objectShots } from './objectShots.ts'
import { presentationShots } from './presentationShots.ts'
import { emptyShots, fullShots, typicalShots } from './screenShots.ts'
import { startStage } from './startStage.ts'
import { storyShots } from './storyShots.ts'
import { tunnelShots } from './tunnelShots.ts'
import type { PartOfStage, Shot, Stage } from './types.ts'

/** The parts of the table, each with an app of its own. Null: this machine cannot show it. */
export const stages = {
  'a first start': async () => startStage(emptyShots),
  'an ordinary day': async () => startStage(typicalShots),
  'all that there is': async () => startStage(fullShots),
  'what is done with deliveries': async () => startStage(featureShots),
  'a presentation': async () => startStage(presentationShots),
  'stories of objects': async () =>
    startStage(async (host, stops) => {
      await fillWithData(host, 12)
      return withStop(objectShots)(host, stops)
    }),
  'repairs and senders': async () => startStage(withStop(storyShots)),
  'a tunnel': async () => startStage(withStop(tunnelShots)),
  'the signature lab': async () => startStage(labShots),
  'environments and access': async () => startStage(accessShots),
  'case files': async () => startStage(caseShots),
  'checks of a handler': async () => startStage(checkShots),
  'builds and orders': async () => startStage(buildShots),
  'what goes wrong': async () => startStage(withStop(errorShots)),
  'a full disk': async () => {
    const disk = mountSmallDisk()
    if (disk === null) return null
    const stage = await startStage(fullDiskShots, disk.folder)
    return { ...stage, stop: async () => stage.stop().finally(disk.unmount) }
  },
} satisfies Record<string, () => Promise<Stage | null>>

export type StageName = keyof typeof stages

function withStop(start: (host: Host) => Promise<PartOfStage>) {
  return async (host: Host, stops: (() => unknown)[]): Promise<readonly Shot[]> => {
    const { shots, stop } = await start(host)
    stops.push(stop)
    return shots
  }
}
