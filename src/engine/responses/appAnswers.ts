import type { CapturedRequest, Verdict } from '../../shared/model.ts'

/** A request whose answer may be the app's own. */
export interface AppAnswerQuery {
  environmentId: string
  request: CapturedRequest
  verdict: Verdict
}

/** The answer of the app, as the sender gets it. */
export interface AppAnswer {
  status: number
  headers: readonly [name: string, value: string][]
  body: Uint8Array
}

export interface PlannedAppAnswer {
  /** The forward rule. */
  by: { ruleId: string; name: string }
  /**
   * Asks the app, once the delivery is on disk. `hurry` is aborted when the sender has gone, or Hookscope stops: then
   * something has to be answered at once. A rejection answers 503.
   */
  ask(deliveryId: string, hurry: AbortSignal): Promise<AppAnswer>
}

/** Says before the commit whether the app's own answer goes back to the sender; null: it does not. Must not block. */
export type AppAnswerSource = (query: AppAnswerQuery) => PlannedAppAnswer | null

/** Where forwarding plugs in, which starts after the receiver. */
export interface AppAnswers {
  plan: AppAnswerSource
  use(source: AppAnswerSource): void
}

export function createAppAnswers(): AppAnswers {
  let source: AppAnswerSource = () => null
  return {
    plan: (query) => source(query),
    use(next) {
      source = next
    },
  }
}
