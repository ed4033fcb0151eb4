import { z } from 'zod'
import { type Coded, coded, noFields } from './coded.ts'

const count = z.number().int()
const ms = z.number()

/** What the times of deliveries say about the sender's clock. */
const clockCodes = {
  /** A delivery came before it was sent, by at least so much. */
  'clock-ahead': z.object({ aheadMs: ms }),
  /** Even the fastest delivery took so long: the sender's clock is behind, or it waits before it sends. */
  'clock-behind-or-waiting': z.object({ fastestMs: ms }),
  /** The time of sending is so far from the arrival that it cannot be true: nothing is measured from it. */
  'sent-time-implausible': z.object({ offMs: ms }),
}

const answer = z.object({ status: count, tookMs: ms, limitMs: ms })
const place = z.object({ nth: count, of: count })

const timingCodes = {
  'answered-in-time': answer,
  /** In time, but the sender takes only a 2xx for a receipt. */
  'answered-not-2xx': answer,
  'answered-late': answer,
  'answer-time-unknown': noFields,
  /** It is the n-th of its notification, because the one before was not answered well in time. */
  'sent-again': place,
  /** It is the n-th although the one before was answered well in time. */
  'sent-twice': place,
  'came-before-sent': z.object({ earlyMs: ms }),
  ...clockCodes,
}

export type ClockRemark = Coded<typeof clockCodes>
export type TimingRemark = Coded<typeof timingCodes>

export interface ClockRemarkSchema extends z.ZodType<ClockRemark> {}
export const clockRemarkSchema: ClockRemarkSchema = coded(clockCodes)

export interface TimingRemarkSchema extends z.ZodType<TimingRemark> {}
export const timingRemarkSchema: TimingRemarkSchema = coded(timingCodes)
