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
  'answered-in-time': inTime,
  'answered-not-2xx': (fields) => `${inTime(fields)} Only a 2xx says that the delivery was received.`,
  'answered-late': ({ tookMs, limitMs }) =>
    `It was answered after ${durationWords(tookMs)}. The service waits ${durationWords(limitMs)}, so it has given up and sends the notification again.`,
  'answer-time-unknown': () => 'The time of the answer is not known, so it is not known whether it was in time.',
  'sent-again': ({ nth, of }) =>
    `This is delivery ${nth} of ${of} of the same notification. The one before was not answered well in time, so it was sent again.`,
  'sent-twice': ({ nth, of }) =>
    `This is delivery ${nth} of ${of} of the same notification, although the one before was answered well in time: it was sent twice, or that answer was lost on its way.`,
  'came-before-sent': ({ earlyMs }) => `By the sender’s clock it came ${durationWords(earlyMs)} before it was sent.`,
}

function inTime({ status, tookMs, limitMs }: { status: number; tookMs: number; limitMs: number }): string {
  return `It was answered ${status} after ${durationWords(tookMs)}, within the ${durationWords(limitMs)} that the service waits.`
}

export function timingSentence(remark: TimingRemark): string {
  return inWords(words, remark)
}
