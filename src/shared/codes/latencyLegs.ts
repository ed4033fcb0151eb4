/** The service gives up on an answer after so long, ms, and tries again later (an assumption: the document is silent). */
export const answerLimitMs = 3000

/** The legs of a delivery's way, in order. */
export const latencyLegs = [
  'sentToReceived',
  'receivedToCommitted',
  'committedToAnswered',
  'receivedToAnswered',
  'receivedToFetched',
] as const
export type LatencyLeg = (typeof latencyLegs)[number]

/** What is measured of each leg, as a sentence for a person. */
export const legMeanings: Record<LatencyLeg, string> = {
  sentToReceived:
    'From createdAtUtc, by the clock of the sender, to the end of the request’s headers, by the clock of this machine.',
  receivedToCommitted:
    'From the end of the headers until the delivery was on disk: the body arrives and the signature is checked in this time.',
  committedToAnswered: 'From being on disk until the answer was handed to the system for sending.',
  receivedToAnswered:
    'From the end of the headers until the answer was handed over: what the service waits for, but for the way there and back.',
  receivedToFetched: 'From the end of the headers until the object was read whole; pauses before tries again included.',
}
