import type { ContractProblemReason, ContractRemark } from '../codes/contracts.ts'
import { inWords, type WordsOf } from './wordsOf.ts'

const problems: WordsOf<ContractProblemReason> = {
  'contract-file-missing': ({ path }) => `There is no file or folder ${path}.`,
  'contract-file-unreadable': ({ path, detail }) => `${path} cannot be read: ${detail}`,
  'contract-file-too-large': ({ path, maxMb }) => `${path} is larger than ${maxMb} MB.`,
  'contract-too-many-files': ({ path, max }) =>
    `${path} has more than ${max} files. Give the folder that holds the schemas only.`,
  'contract-syntax': ({ detail }) => `This is neither JSON nor YAML that can be read: ${detail}`,
  'contract-kind-unknown': () =>
    'This is no contract. Give an OpenAPI 3.1 document with webhooks, an AsyncAPI 2 or 3 document, a JSON Schema, or a folder of JSON Schemas.',
  'contract-version-unknown': ({ format, version, known }) => `${format} ${version} is not supported, only ${known}.`,
  'contract-without-messages': ({ format }) =>
    format === 'OpenAPI'
      ? 'The document has no webhooks with a JSON body. Paths are not read: they describe what a client calls.'
      : `The ${format === 'JSON Schema' ? 'folder has no JSON Schema' : 'document has no message with a payload'}.`,
  'contract-too-many-messages': ({ max, count }) =>
    `The contract has ${count} messages, of which the first ${max} are used. Split it.`,
  'contract-load-timeout': ({ seconds }) => `The contract could not be read within ${seconds} seconds.`,
  'contract-thread-ended': ({ detail }) => `The contract could not be read: ${detail}`,
  'reference-remote': ({ reference }) =>
    `${reference} is on a network, and contracts are read without one. Save it next to the document and refer to the file.`,
  'reference-outside': ({ reference }) =>
    `${reference} is outside of the contract's folder. Put the file into that folder.`,
  'reference-missing': ({ reference }) => `${reference} leads to nothing.`,
  'reference-file-unreadable': ({ reference, detail }) => `${reference} cannot be read: ${detail}`,
  'reference-dynamic': ({ reference }) => `${reference} is a dynamic reference, which is not supported. Use $ref.`,
  'schema-invalid': ({ detail }) => `This is not a valid schema: ${detail}`,
  'schema-dialect-unknown': ({ dialect }) =>
    `${dialect} is not supported. Supported are JSON Schema 2020-12, 2019-09, draft-07 and draft-06.`,
  'schema-format-unknown': ({ format }) => `Payloads in ${format} are not supported, only JSON Schema.`,
  'schema-too-deep': ({ max }) => `Schemas are nested more than ${max} deep.`,
}

/** The sentence of a contract's problem, with the next step. */
export function contractProblemSentence(why: ContractProblemReason): string {
  return inWords(problems, why)
}

const remarks: WordsOf<ContractRemark> = {
  'message-unknown': ({ tried }) => `The contract has no message for ${tried.join(', ')}.`,
  'message-ambiguous': ({ name, messages }) =>
    `${name} names ${messages.length} messages of the contract: ${messages.join(', ')}.`,
  'nothing-names-message': () =>
    'Nothing in this delivery names a message: no header such as X-Event, no field such as type or event.',
  'pattern-timeout': ({ seconds, pattern, message }) =>
    `Not finished: the pattern ${pattern} of ${message} was still being matched after ${limit(seconds)}.`,
  'validation-timeout': ({ seconds }) => `Not finished within ${limit(seconds)}.`,
  'compile-timeout': ({ seconds }) => `Not finished: the schema was not compiled within ${limit(seconds)}.`,
  'validation-given-up': ({ times }) =>
    `Not tried: the last ${times} validations against this message did not finish. A change of the contract starts again.`,
  'validation-broke-off': ({ detail }) => `Not finished: ${detail}`,
  'schema-unusable': ({ detail }) => `Not validated: ${detail}`,
  'body-not-validated': ({ maxMb }) => `Not validated: the body is larger than ${maxMb} MB.`,
}

function limit(seconds: number): string {
  return seconds === 1 ? '1 second' : `${seconds} seconds`
}

/** Why a delivery was matched to no message or not validated to the end. */
export function contractRemarkSentence(why: ContractRemark): string {
  return inWords(remarks, why)
}
