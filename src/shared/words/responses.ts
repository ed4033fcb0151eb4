import type { AnswerRemark, ResponseRuleProblem, ResponseRuleRemark } from '../codes/responses.ts'
import { filterSentence } from './filters.ts'
import { inWords, type WordsOf } from './wordsOf.ts'

const problemWords: WordsOf<ResponseRuleProblem> = {
  'rule-filter-unreadable': ({ name, problem }) => `The filter of "${name}" cannot be read. ${filterSentence(problem)}`,
  'rule-filter-later': ({ name, word }) =>
    `${word} in the filter of "${name}" is known only after the answer was sent, so no rule can ask for it. Take it out.`,
  'rule-id-twice': ({ ruleId }) => `Two rules have the id "${ruleId}". Give each its own.`,
  'rule-header-name': ({ name, header }) =>
    `${JSON.stringify(header)} in "${name}" is no header name. A name has letters, digits and hyphens.`,
  'rule-header-value': ({ name, header }) =>
    `The header ${header} of "${name}" has a character that no header may have, such as a line feed. Take it out.`,
  'rule-header-ours': ({ name, header }) =>
    `Hookscope writes ${header} itself, so "${name}" cannot set it. Remove the header; for an answer that is shorter than announced set truncateAt.`,
  'rule-status-without-body': ({ name, status }) =>
    `An answer with ${status} has no body. Remove the body of "${name}", or choose another status.`,
  'rule-nothing-to-truncate': ({ name }) =>
    `"${name}" truncates a body that it does not have. Give it a body, or remove truncateAt.`,
  'rule-reset-and-truncate': ({ name }) =>
    `"${name}" resets the connection and truncates the body. Choose one of them.`,
  'template-unclosed': ({ name, part }) =>
    `A "{{" in "${name}" (${part}) has no "}}". Close it, or write \\{{ for the two characters.`,
  'template-name-unknown': ({ name, part, place, known }) =>
    `${place} in "${name}" (${part}) is no template. Take one of ${known.join(', ')}, or write \\{{ for the two characters.`,
  'template-argument': ({ name, part, place }) =>
    `${place} in "${name}" (${part}) is not complete. Write {{json:/pointer}}, {{header:name}}, {{query:name}}, {{time}}, {{time:seconds}}, {{time:ms}} or {{time:http}}.`,
}

/** Why rules were not saved, and what to do. */
export function responseRuleSentence(problem: ResponseRuleProblem): string {
  return inWords(problemWords, problem)
}

const remarkWords: WordsOf<ResponseRuleRemark> = {
  'rule-ended': ({ name }) => `The end time of "${name}" is over, so it answers nothing. Set a later one.`,
  'rule-behind': ({ name, before }) =>
    `"${name}" never answers, because "${before}" before it answers every request. Move it up.`,
  'rule-path-closed': ({ name, path }) =>
    `"${name}" never matches: requests to ${path} get 404 as long as sub-paths are closed. Open sub-paths.`,
  'rule-nth-empty': ({ name, from, to }) =>
    `"${name}" never answers: it begins with request ${from} and ends with request ${to}.`,
  'rule-nth-every': ({ name, every, to }) =>
    `"${name}" never answers: of every ${every} requests it takes the last, and it ends with request ${to}.`,
  'rule-methods-differ': ({ name, method, filter }) =>
    `"${name}" never matches: its method is ${method} and its filter asks for ${filter}.`,
  'rule-method-closed': ({ name, method }) =>
    `"${name}" never matches: its filter asks for ${method}, and the path is not open for ${method}. Open the method, or set it as the method of the rule.`,
}

/** Why a rule can never match, and what to do. */
export function responseRemarkSentence(remark: ResponseRuleRemark): string {
  return inWords(remarkWords, remark)
}

const answerWords: WordsOf<AnswerRemark> = {
  'template-value-missing': ({ name, part, place }) =>
    `The rule "${name}" matched, but the request has nothing for ${place} (${part}). The ordinary answer was sent. Write a fallback, such as {{json:/id|none}}.`,
  'template-body-unreadable': ({ name, place }) =>
    `The rule "${name}" matched, but the body cannot be read as JSON for ${place}. The ordinary answer was sent.`,
  'template-value-in-header': ({ name, part, place }) =>
    `The rule "${name}" matched, but ${place} has a character that the header ${part} may not have, such as a line feed. The ordinary answer was sent.`,
  'template-too-long': ({ name, part, longest }) =>
    `The rule "${name}" matched, but its ${part} would be longer than ${longest.toLocaleString('en')} characters. The ordinary answer was sent.`,
  'truncated-nothing': ({ name, size, truncateAt }) =>
    `The rule "${name}" truncates after ${truncateAt} bytes, and this body has ${size}, so it was sent whole.`,
}

/** Ways in which an answer differs from its rule. */
export function answerRemarkSentence(remark: AnswerRemark): string {
  return inWords(answerWords, remark)
}

interface SomeRequests {
  nth?: { from?: number | undefined; to?: number | undefined; every?: number | undefined } | undefined
  chance?: { of: number } | undefined
}

/** Lists which of the matching requests a rule answers; empty where it answers all. */
export function requestsInWords({ nth, chance }: SomeRequests): string[] {
  const { from = 1, to, every } = nth ?? {}
  const range = to === undefined ? `from request ${from} on` : `requests ${from} to ${to}`
  return [
    ...(from === 1 && to === undefined ? [] : [range]),
    ...(every === undefined ? [] : [`one in ${every}`]),
    ...(chance === undefined ? [] : [`${Number((chance.of * 100).toPrecision(3))} %`]),
  ]
}
