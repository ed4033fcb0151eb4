import type { AnswerRecord, CapturedRequest, Verdict } from '../shared/model.ts'
import type { Environments } from './environments/openEnvironments.ts'
import type { Answer, LaterAnswer, Refusal } from './receiver/types.ts'
import type { AppAnswers, PlannedAppAnswer } from './responses/appAnswers.ts'
import type { AnswerDecision } from './responses/decide/decideAnswer.ts'
import { matchesRequest } from './responses/matchesRequest.ts'
import type { Responses } from './responses/openResponses.ts'
import { meaningOf } from './store/index/meanings.ts'

export interface AnswerTools {
  environments: Environments
  responses: Responses
  appAnswers: AppAnswers
}

/** The choice of a rule in place of the ordinary answer, decided before the commit and made after it. */
interface Planned {
  record: AnswerRecord
  /** The status kept with the delivery; 0 where no answer is sent at once. */
  status: number
  /** Null: the rule could not answer, and the record says why. */
  answer: ((deliveryId: string) => Answer | LaterAnswer) | null
}

export interface Plan {
  /** Null for the ordinary answer. */
  planned: Planned | null
  /** Resolves when what rules counted is on disk. */
  counted?: Promise<void> | undefined
}

/** For the ordinary answer, or that of a handshake. */
export const noPlan: Plan = { planned: null }

/**
 * The one place that decides what a request is answered that is no handshake: the first response rule that matches, else
 * the app's own answer where a forward rule passes it on, else null for the ordinary answer. A body that is not whole
 * gets 408 or 413 always.
 */
export function planAnswer(
  { environments, responses, appAnswers }: AnswerTools,
  request: CapturedRequest,
  { environmentId, verdict, refusal }: { environmentId: string; verdict: Verdict; refusal: Refusal },
): Plan {
  if (refusal === 408 || refusal === 413) return noPlan
  const meaning = () => {
    const record = environments.get(environmentId)
    return record === undefined ? null : meaningOf(record)
  }
  const ruled = responses.decide(environmentId, {
    request,
    fits: matchesRequest(environmentId, request, verdict, meaning),
  })
  const decided = ruled?.decision
  const counted = ruled?.counted
  if (decided != null) return { planned: plannedByRule(decided), counted }
  const app = refusal === null ? appAnswers.plan({ environmentId, request, verdict }) : null
  return { planned: app === null ? null : plannedByApp(app), counted }
}

function plannedByRule({ record, answer }: AnswerDecision): Planned {
  const { status, delayMs, reset, truncateAt } = record
  const isAtOnce = delayMs === 0 && reset === null
  const isPlain = isAtOnce && truncateAt === null
  return {
    record,
    status: isAtOnce ? status : 0,
    answer:
      answer === null
        ? null
        : (id) => {
            const { headers, body } = answer(id)
            return { status, headers, body, ...(isPlain ? {} : { how: { delayMs, reset, truncateAt } }) }
          },
  }
}

function plannedByApp({ by, ask }: PlannedAppAnswer): Planned {
  const record: AnswerRecord = {
    by: { kind: 'forward-rule', ...by },
    nth: null,
    status: 0,
    headers: [],
    body: '',
    bodySize: 0,
    delayMs: 0,
    reset: null,
    truncateAt: null,
    remarks: [],
  }
  return { record, status: 0, answer: (id) => ({ later: async (hurry) => ask(id, hurry) }) }
}
