import { answerBodyQuestions, type BodyQuestion } from './bodyQuestions.ts'

/** Reads large bodies in a worker, so that the page never waits. */
const answer = answerBodyQuestions()

addEventListener('message', ({ data }: MessageEvent<{ number: number; question: BodyQuestion }>) => {
  void answer(data.question).then(
    ({ answer, give }) => postMessage({ number: data.number, answer }, { transfer: give }),
    (error: unknown) => postMessage({ number: data.number, problem: String(error) }),
  )
})
