import type { Attempt } from '../../../../shared/wireTypes.ts'

/** Texts of the bar of an attempt's time. */
export const timingWords = {
  timing: 'Timing',
  notMeasured: 'not measured',
  wholeRequest: 'whole request',
  requestWithoutWait: 'request without the wait',
} as const

export interface TimingSegment {
  id: 'queue' | 'connect' | 'wait' | 'rest'
  label: string
  ms: number
}

/**
 * The time of an attempt in pieces that follow each other. `firstByte` and `total` count from the sending on, so that the
 * pieces are what lies between them; waiting for its turn came before. Pure.
 */
export function timingSegments({ queue, connect, firstByte, total }: Attempt['timing']): TimingSegment[] {
  if (total === null) return queue === null ? [] : [{ id: 'queue', label: 'waited for its turn', ms: queue }]
  const connected = Math.min(connect ?? 0, total)
  const answered = firstByte === null ? total : Math.min(Math.max(firstByte, connected), total)
  const pieces: (TimingSegment | null)[] = [
    queue === null ? null : { id: 'queue', label: 'waited for its turn', ms: queue },
    connect === null ? null : { id: 'connect', label: 'connected', ms: connected },
    { id: 'wait', label: firstByte === null ? 'until it ended' : 'until the first byte', ms: answered - connected },
    firstByte === null ? null : { id: 'rest', label: 'read the rest', ms: total - answered },
  ]
  return pieces.filter((piece) => piece !== null)
}
