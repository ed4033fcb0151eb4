import { z } from 'zod'
import { type Coded, coded } from './coded.ts'
import { filterReasonSchema } from './filters.ts'

/** Methods other than POST that an environment's receiver path can accept. */
export const openableMethods = ['GET', 'PUT', 'HEAD', 'OPTIONS'] as const

/** Values that a template takes from a request. */
export const templateNames = ['json', 'header', 'query', 'method', 'path', 'body', 'time', 'id', 'nth'] as const

const rule = z.object({ ruleId: z.string(), name: z.string() })
const part = rule.extend({
  /** `body`, or the name of a header. */
  part: z.string(),
})
/** A place of a template as it is written, such as `{{json:/id}}`. */
const place = part.extend({ place: z.string() })

const problemCodes = {
  'rule-filter-unreadable': rule.extend({ problem: filterReasonSchema }),
  /** The filter asks for what is not known when the answer is decided, such as `status:`. */
  'rule-filter-later': rule.extend({ word: z.string() }),
  'rule-id-twice': rule,
  'rule-header-name': rule.extend({ header: z.string() }),
  'rule-header-value': rule.extend({ header: z.string() }),
  /** Hookscope writes this header, because the length or the connection depends on it. */
  'rule-header-ours': rule.extend({ header: z.string() }),
  'rule-status-without-body': rule.extend({ status: z.number().int() }),
  'rule-nothing-to-truncate': rule,
  'rule-reset-and-truncate': rule,
  'template-unclosed': part,
  'template-name-unknown': place.extend({ known: z.array(z.string()) }),
  'template-argument': place,
}

/** Why rules cannot be saved. */
export type ResponseRuleProblem = Coded<typeof problemCodes>
export interface ResponseRuleProblemSchema extends z.ZodType<ResponseRuleProblem> {}
export const responseRuleProblemSchema: ResponseRuleProblemSchema = coded(problemCodes)

const remarkCodes = {
  /** It can never match, because its `until` is over. */
  'rule-ended': rule,
  /** An earlier rule answers everything. */
  'rule-behind': rule.extend({ before: z.string() }),
  'rule-path-closed': rule.extend({ path: z.string() }),
  'rule-nth-empty': rule.extend({ from: z.number().int(), to: z.number().int() }),
  'rule-nth-every': rule.extend({ every: z.number().int(), to: z.number().int() }),
  /** The filter names another method than the rule. */
  'rule-methods-differ': rule.extend({ method: z.string(), filter: z.string() }),
  'rule-method-closed': rule.extend({ method: z.string() }),
}

/** Why a rule that is saved can never match. */
export type ResponseRuleRemark = Coded<typeof remarkCodes>
export interface ResponseRuleRemarkSchema extends z.ZodType<ResponseRuleRemark> {}
export const responseRuleRemarkSchema: ResponseRuleRemarkSchema = coded(remarkCodes)

const answerCodes = {
  'template-value-missing': place,
  /** The body of the request is no JSON, too large, or not UTF-8. */
  'template-body-unreadable': place,
  'template-value-in-header': place,
  'template-too-long': part.extend({ longest: z.number().int() }),
  'truncated-nothing': rule.extend({ size: z.number().int(), truncateAt: z.number().int() }),
}

/** Differences between an answer and its rule. */
export type AnswerRemark = Coded<typeof answerCodes>
export interface AnswerRemarkSchema extends z.ZodType<AnswerRemark> {}
export const answerRemarkSchema: AnswerRemarkSchema = coded(answerCodes)

/**
 * How an answer ended: whole; cut off after some bytes; the connection was reset; the sender had gone; it went out before
 * its delay was over, because Hookscope stopped or too many were waiting; it still waits, or that is unknown.
 */
export const answerEndings = ['sent', 'truncated', 'reset', 'sender-gone', 'sent-early', 'waiting', 'unknown'] as const
export type AnswerEnding = (typeof answerEndings)[number]
