import { z } from 'zod'
import { type Coded, coded, noFields } from './coded.ts'

const path = z.object({ path: z.string() })
const reference = z.object({ reference: z.string() })
const detail = z.object({ detail: z.string() })
const seconds = z.number()

/** Problems of a contract's document, or of one of its schemas. */
const contractProblemCodes = {
  'contract-file-missing': path,
  'contract-file-unreadable': path.extend({ detail: z.string() }),
  'contract-file-too-large': path.extend({ maxMb: z.number() }),
  'contract-too-many-files': path.extend({ max: z.number() }),
  /** It is neither JSON nor YAML that can be read. */
  'contract-syntax': detail,
  'contract-kind-unknown': noFields,
  'contract-version-unknown': z.object({ format: z.string(), version: z.string(), known: z.string() }),
  'contract-without-messages': z.object({ format: z.string() }),
  'contract-too-many-messages': z.object({ max: z.number(), count: z.number() }),
  'contract-load-timeout': z.object({ seconds }),
  'contract-thread-ended': detail,
  'reference-remote': reference,
  'reference-outside': reference,
  'reference-missing': reference,
  'reference-file-unreadable': reference.extend({ detail: z.string() }),
  'reference-dynamic': reference,
  'schema-invalid': detail,
  'schema-dialect-unknown': z.object({ dialect: z.string() }),
  'schema-format-unknown': z.object({ format: z.string() }),
  'schema-too-deep': z.object({ max: z.number() }),
}
export type ContractProblemReason = Coded<typeof contractProblemCodes>

export interface ContractProblemReasonSchema extends z.ZodType<ContractProblemReason> {}
export const contractProblemReasonSchema: ContractProblemReasonSchema = coded(contractProblemCodes)

/** Why a delivery was matched to no message, or its validation has no end. */
const contractRemarkCodes = {
  /** `tried`: the names that the delivery gave, with their places. */
  'message-unknown': z.object({ tried: z.array(z.string()) }),
  'message-ambiguous': z.object({ name: z.string(), messages: z.array(z.string()) }),
  'nothing-names-message': noFields,
  /** `pattern`: the regular expression of the message's schema that was being matched then. */
  'pattern-timeout': z.object({ seconds, pattern: z.string(), message: z.string() }),
  'validation-timeout': z.object({ seconds }),
  'compile-timeout': z.object({ seconds }),
  'validation-given-up': z.object({ times: z.number() }),
  'validation-broke-off': detail,
  /** The message's schema has a problem, which the contract lists. */
  'schema-unusable': detail,
  'body-not-validated': z.object({ maxMb: z.number() }),
}
export type ContractRemark = Coded<typeof contractRemarkCodes>

export interface ContractRemarkSchema extends z.ZodType<ContractRemark> {}
export const contractRemarkSchema: ContractRemarkSchema = coded(contractRemarkCodes)
