import type { NewDelivery } from '../../../src/engine/store/types.ts'
import { openStore } from '../../../src/engine/store/openStore.ts'
import { openHold } from './hold.ts'
import { openWorker } from './worker.ts'

/** What a design must do to be compared: keep a delivery, and resolve when it is on disk. */
export interface Design {
  append(delivery: NewDelivery): Promise<string>
  noteAnswered?(id: string, answeredAt: number): void
  close(): Promise<void>
}

/** Every design by name. `reference` keeps nothing and is not here. */
export const designs: Record<string, (folder: string) => Promise<Design>> = {
  store: (folder) => openStore({ folder }),
  'writer-shared': (folder) => openWorker(folder, { handOver: 'shared' }),
  'writer-transferred': (folder) => openWorker(folder, { handOver: 'transferred' }),
  'writer-cloned': (folder) => openWorker(folder, { handOver: 'cloned' }),
  hold: openHold,
}
