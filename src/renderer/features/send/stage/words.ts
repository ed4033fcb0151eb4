import { countOf, groupDigits } from '../../../../shared/words/counts.ts'

/** Texts of a scenario that is presented. */
export const sceneWords = {
  begin: 'A webhook flow, step by step.',
  end: 'The result',
  wrong: 'The file has mistakes. End the presentation and fix them first.',
  steps: (state: 'open' | 'running' | 'done' | 'failed', of: number, failed: number) => {
    if (state === 'running' || state === 'open') return 'Running …'
    if (of === 0) return ''
    if (failed > 0) return `${groupDigits(failed)} of ${countOf(of, 'step')} did not hold.`
    return state === 'failed' ? 'Cancelled.' : `${countOf(of, 'step')} held.`
  },
  result: (state: string, held: number, of: number, sent: number) =>
    `${state}: ${groupDigits(held)} of ${countOf(of, 'step')} held, ${countOf(sent, 'request')} sent.`,
} as const
