import type { WatchedObject } from '../../shared/wireTypes.ts'

/** Counts what the handler did. */
export interface EffectCounter {
  /** A program that prints a number, or the requests for the object that the deliveries are about. */
  by: 'program' | 'follow-ups'
  /** Begins to count for one probe. @param isSingle of one delivery, which shows what this handler does for each */
  begin(isSingle: boolean): Promise<EffectCount>
}

/** The count of one probe. */
export interface EffectCount {
  /** What the probe's deliveries have to be about; null where any object will do. */
  about: WatchedObject | null
  /** Effects since it began, once they are stable. @param expected whether there should be some, so that it is worth waiting */
  read(expected: boolean): Promise<number | 'unreadable' | 'never-asked'>
}

/** Effects as a number that grows with each of them. @param read once it is stable; null when it cannot be read */
export function countByNumber(read: () => Promise<number | null>): EffectCounter {
  return {
    by: 'program',
    begin: async () => {
      const before = await read()
      return {
        about: null,
        read: async () => {
          const after = await read()
          return before === null || after === null ? 'unreadable' : after - before
        },
      }
    },
  }
}
