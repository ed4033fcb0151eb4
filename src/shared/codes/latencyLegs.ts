/** The stages of a delivery, in order. */
export const latencyLegs = [
  'sentToReceived',
  'receivedToCommitted',
  'committedToAnswered',
  'receivedToAnswered',
  'receivedToFetched',
] as const
export type LatencyLeg = (typeof latencyLegs)[number]

/** The definition of each leg, as a sentence. */
export const legMeanings: Record<LatencyLeg, string> = {
  sentToReceived: 'From createdAtUtc, by the sender’s clock, to the end of the headers, by the clock of this machine.',
  receivedToCommitted:
    'From the end of the headers until the delivery is on disk. Includes reading the body and checking the signature.',
  committedToAnswered: 'From being on disk until the answer is handed to the system.',
  receivedToAnswered: 'Our processing time, without network.',
  receivedToFetched: 'From the end of the headers until the object is read. Includes pauses before retries.',
}
