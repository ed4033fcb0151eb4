import { z } from 'zod'
import { type Coded, coded, noFields } from './coded.ts'

const count = z.number().int()
const ms = z.number()

/** Findings about the sender's clock. */
const clockCodes = {
  /** A delivery arrived before it was sent, by at least `aheadMs`. */
  'clock-ahead': z.object({ aheadMs: ms }),
  /** Even the fastest delivery took `fastestMs`: the sender's clock is behind, or it waits before it sends. */
  'clock-behind-or-waiting': z.object({ fastestMs: ms }),
  /** The time of sending is too far from the arrival to be true: nothing is measured from it. */
  'sent-time-implausible': z.object({ offMs: ms }),
}

const answer = z.object({ status: count, tookMs: ms })
const answerAndLimit = z.object({ status: count, tookMs: ms, limitMs: ms })
const place = z.object({ nth: count, of: count })

const timingCodes = {
  /** A 2xx; the time limit of the sender is not known. */
  answered: answer,
  'answered-in-time': answerAndLimit,
  /** Senders take only a 2xx as a receipt, however fast it is. */
  'answered-not-2xx': answer,
  'answered-late': answerAndLimit,
  'answer-time-unknown': noFields,
  /** The n-th delivery of its notification; the one before was not answered 2xx in time. */
  'sent-again': place,
  /** The n-th delivery of its notification, although the one before was answered 2xx and not known to be late. */
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
