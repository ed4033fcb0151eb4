import type { ResponseRule } from './wireTypes.ts'

/** A rule that people often want, without its id, its name and its end. */
export interface ResponsePreset {
  name: 'down' | 'slow' | 'flaky' | 'too-many' | 'gone' | 'maintenance'
  label: string
  /** Its effect, in a few words. */
  does: string
  rule: Pick<ResponseRule, 'when' | 'answer'>
}

/** Time for which a preset is on, ms: the time that its rule ends with, unless the user chooses another. */
export const presetMs = 600_000

const text = ['Content-Type', 'text/plain; charset=utf-8'] satisfies [string, string]

/** All of them, in the order in which they are offered. Pure data. */
export const responsePresets: readonly ResponsePreset[] = [
  {
    name: 'down',
    label: 'Down for 10 minutes',
    does: '503 for every request',
    rule: { when: {}, answer: { status: 503 } },
  },
  {
    name: 'slow',
    label: 'Slow',
    does: '200 after 20 s, which is later than most senders wait',
    rule: { when: {}, answer: { status: 200, delayMs: 20_000 } },
  },
  {
    name: 'flaky',
    label: 'Flaky',
    does: 'fails 3 of 10 requests with 500, repeatably',
    rule: { when: { chance: { of: 0.3, seed: 1 } }, answer: { status: 500 } },
  },
  {
    name: 'too-many',
    label: '429 with Retry-After',
    does: '429 for the first 5 requests, to be sent again after 30 s',
    rule: { when: { nth: { to: 5 } }, answer: { status: 429, headers: [['Retry-After', '30']] } },
  },
  {
    name: 'gone',
    label: 'Gone (410)',
    does: '410: many senders then stop for good',
    rule: { when: {}, answer: { status: 410 } },
  },
  {
    name: 'maintenance',
    label: 'Maintenance',
    does: '503 with Retry-After and a text',
    rule: {
      when: {},
      answer: { status: 503, headers: [text, ['Retry-After', '600']], body: 'Down for maintenance since {{time}}.' },
    },
  },
]
