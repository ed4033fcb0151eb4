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
  sentToReceived:
    'From createdAtUtc, by the clock of the sender, to the end of the request’s headers, by the clock of this machine.',
  receivedToCommitted:
    'From the end of the headers until the delivery was on disk: the body arrives and the signature is checked in this time.',
  committedToAnswered: 'From being on disk until the answer was handed to the system for sending.',
  receivedToAnswered:
    'From the end of the headers until the answer was handed over. The sender waits this long, plus the time on the network.',
  receivedToFetched: 'From the end of the headers until the object was read whole; pauses before tries again included.',
}
