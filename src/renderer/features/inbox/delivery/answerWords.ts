import type { AnswerEnding } from '../../../../shared/codes/responses.ts'

/** Texts about a delivery's answer, and the sender's next steps. */
export const answerWords = {
  title: 'Answer',
  answer: 'Answer',
  nth: (nth: number) => `Match ${nth} of this rule.`,
  delay: 'Delay',
  ending: 'Ended',
  endings: {
    sent: 'sent',
    truncated: 'truncated on purpose',
    reset: 'connection reset on purpose',
    'sender-gone': 'the sender closed the connection before the answer',
    'sent-early': 'sent before its delay was over',
    waiting: 'waiting',
    unknown: 'not known: Hookscope ended before it was sent',
  } satisfies Record<AnswerEnding, string>,
  next: 'What the sender did',
  came: 'Came',
  after: 'After',
  documented: 'Documented',
  fit: {
    'as-documented': (wait: string) => `${wait}, as documented`,
    earlier: (wait: string) => `${wait}, came earlier`,
    later: (wait: string) => `${wait}, came later`,
  },
  answered: 'Answered',
  none: 'none',
  nothingSince: 'It has not sent this notification again since.',
  schedule: (waits: readonly string[], source: string, isDocumented: boolean) => {
    const what =
      waits.length === 0 ? 'The sender does not try again.' : `The sender tries again after ${waits.join(', ')}.`
    return `${what} (${source}${isDocumented ? '' : ', not confirmed'})`
  },
}
