import type { ClockRemark, TimingRemark } from '../codes/timingRemarks.ts'
import { durationWords } from './durations.ts'
import { inWords, type WordsOf } from './wordsOf.ts'

const clockWords: WordsOf<ClockRemark> = {
  'clock-ahead': ({ aheadMs }) =>
    `The sender’s clock is ahead of this one by at least ${durationWords(aheadMs)}: a delivery came that long before it was sent. Times measured from sending are too short by that much.`,
  'clock-behind-or-waiting': ({ fastestMs }) =>
    `Even the fastest delivery took ${durationWords(fastestMs)} from being sent: the sender’s clock is behind this one, or it waits before it sends. The two look the same from here.`,
  'sent-time-implausible': ({ offMs }) =>
    `The time of sending is ${durationWords(offMs)} off: the sender’s clock is wrong or fixed, as that of a seeded sandbox. Times measured from sending are left out.`,
}

const words: WordsOf<TimingRemark> = {
  ...clockWords,
  answered: ({ status, tookMs }) => `Answered ${status} after ${durationWords(tookMs)}.`,
  'answered-in-time': ({ status, tookMs, limitMs }) =>
    `Answered ${status} after ${durationWords(tookMs)}, within the ${durationWords(limitMs)} that the sender waits.`,
  'answered-not-2xx': ({ status, tookMs }) =>
    `Answered ${status} after ${durationWords(tookMs)}. Senders take only a 2xx as a receipt.`,
  'answered-late': ({ status, tookMs, limitMs }) =>
    `Answered ${status} after ${durationWords(tookMs)}. The sender waits ${durationWords(limitMs)}: it counts this delivery as failed.`,
  'answer-time-unknown': () => 'The time of the answer was not recorded, so it may have been late.',
  'sent-again': ({ nth, of }) =>
    `This is delivery ${nth} of ${of} of the same notification. The one before was not answered 2xx in time.`,
  'sent-twice': ({ nth, of }) =>
    `This is delivery ${nth} of ${of} of the same notification, although the one before was answered 2xx: it was sent twice, or that answer was late or lost.`,
  'came-before-sent': ({ earlyMs }) => `By the sender’s clock it came ${durationWords(earlyMs)} before it was sent.`,
}

export function timingSentence(remark: TimingRemark): string {
  return inWords(words, remark)
}
