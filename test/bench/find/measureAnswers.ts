import { startChild } from '../child.ts'
import type { LoadJob, LoadResult } from '../messages.ts'
import { type BenchServe, startBenchServe } from '../serve/startBenchServe.ts'
import { apiClient, type Asked } from './askApi.ts'
import { type QuestionParts, questions } from './questions.ts'

export interface FindJob {
  folder: string
  /** Number of times that each question is asked while nothing arrives. */
  rounds: number
  /** Deliveries a second, for `seconds`: as many rounds as there is time for. */
  rate: number
  seconds: number
  starts: number
  /** Only questions with this in their names. */
  only: string
  execArgv: readonly string[]
}

/** Milliseconds. */
export interface Times {
  p50: number
  p95: number
  most: number
}

export interface FindFigures {
  job: FindJob
  /** Deliveries at the start. */
  stored: number
  /** From the start of the process until it listens. */
  start: Times
  startWithin: number
  answers: { name: string; within: number; rows: number; bytes: number; idle: Times; arriving: Times }[]
  /** What came meanwhile: ms from when each was to be sent until it was answered. */
  arriving: Pick<LoadResult, 'answered' | 'failed' | 'p50' | 'p99'>
}

/** Measures everything over one data folder of the bench. */
export async function measureAnswers(job: FindJob): Promise<FindFigures> {
  const starts: number[] = []
  const begin = async (page: boolean) => {
    const serve = await startBenchServe({ folder: job.folder, service: null, page, execArgv: job.execArgv })
    starts.push(serve.startedMs)
    return serve
  }
  for (let count = 1; count < job.starts; count += 1) await (await begin(false)).stop()
  const serve = await begin(true)
  const load = startChild(new URL('../load/loadProcess.ts', import.meta.url), [])
  try {
    const { stored, round, close } = await startAsking(serve, job.only)
    // Until the code that answers is compiled.
    for (let count = 0; count < 15; count += 1) await round()
    const idle: Asked[][] = []
    for (let count = 0; count < job.rounds; count += 1) idle.push(await round())
    const sending = load.call<LoadResult>(arrivals(serve, job))
    const over = sending.then(() => true)
    const busy: Asked[][] = []
    while (!(await Promise.race([over, Promise.resolve(false)]))) busy.push(await round())
    const { answered, failed, p50, p99 } = await sending
    close()
    return {
      job,
      stored,
      start: timesOf(starts),
      startWithin: 500,
      answers: chosen(job.only).map(({ name, within }, index) => {
        const [last] = idle.at(-1)?.slice(index) ?? []
        const bytes = last?.bytes ?? Buffer.from('{"items":[]}')
        return {
          name,
          within,
          rows: (JSON.parse(bytes.toString()) as { items: unknown[] }).items.length,
          bytes: bytes.length,
          idle: timesOf(idle.map((answers) => answers[index]?.ms ?? NaN)),
          arriving: timesOf(busy.map((answers) => answers[index]?.ms ?? NaN)),
        }
      }),
      arriving: { answered, failed, p50, p99 },
    }
  } finally {
    await Promise.all([load.stop(), serve.stop()])
  }
}

const chosen = (only: string) => questions.filter(({ name }) => name.includes(only))

function arrivals(serve: BenchServe, { rate, seconds }: FindJob): LoadJob {
  const { port, target } = serve
  const count = rate * seconds
  return {
    port,
    target,
    connections: 20,
    reuse: true,
    rate,
    calm: true,
    count,
    duration: seconds * 1000,
    bodyBytes: null,
  }
}

/** Makes a function that asks each question once, one after the other. */
async function startAsking({ api, token }: BenchServe, only: string) {
  const { ask, close } = apiClient(api, token)
  const read = async (path: string): Promise<Asked> => {
    const answer = await ask(path)
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.bytes.toString()}`)
    return answer
  }
  const rowsOf = async (path: string) =>
    (JSON.parse((await read(path)).bytes.toString()) as { items: { id: string; resourceId: string | null }[] }).items
  const [newest] = await rowsOf('/deliveries?limit=1')
  const stored = Number(newest?.id ?? 0)
  let next = 1
  const parts = async (): Promise<QuestionParts> => {
    // From one end of the store to the other.
    next = (next + Math.ceil(stored / 37)) % stored
    const [some] = await rowsOf(`/deliveries?limit=1&before=${Math.max(2, next)}`)
    return { rareWord: some?.resourceId?.slice(0, 8) ?? '', middle: Math.floor(stored / 2) }
  }
  return {
    stored,
    close,
    async round(): Promise<Asked[]> {
      const now = await parts()
      const answers: Asked[] = []
      for (const question of chosen(only)) answers.push(await read(question.path(now)))
      return answers
    },
  }
}

function timesOf(values: readonly number[]): Times {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN
  return { p50: at(0.5), p95: at(0.95), most: sorted.at(-1) ?? NaN }
}
