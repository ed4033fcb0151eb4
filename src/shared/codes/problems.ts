import { z } from 'zod'
import { callFailureCodes } from './callFailures.ts'
import { type Coded, coded, noFields } from './coded.ts'
import { checkTargetProblems } from './checkTargets.ts'
import { filterReasonSchema } from './filters.ts'
import { storeRefusalCodes } from './store.ts'
import { scenarioProblem } from './scenarios.ts'
import { breakProblems } from './sending.ts'
import { privateKeyProblems, publicKeyProblems } from './signature/publicKeys.ts'
import { responseRuleProblemSchema } from './responses.ts'

/** Kinds of work on the files of a data folder. */
export const storageWorkKinds = ['compact', 'back-up', 'check', 'restore'] as const

const id = z.object({ id: z.string() })
const name = z.object({ name: z.string() })
const count = z.number().int()
/** Detail from other code, as a human-readable sentence. */
const detail = z.object({ detail: z.string() })

/** Failures of normal life by the kind of answer that a caller gets. */
const problemCodesByCall = {
  NOT_FOUND: {
    'no-environment': id,
    'no-delivery': id,
    'no-case': id,
    /** A run of an export or an import that ended or was cancelled. */
    'no-run': id,
    'no-saved-filter': id,
    'no-forward-rule': id,
    'object-unseen': noFields,
    'secret-not-set': noFields,
    'no-such-secret': noFields,
    /** A secret from a handshake was accepted or dropped already. */
    'no-such-offer': noFields,
    /** No bundled scenario has this name, and none of the folder. */
    'no-scenario': z.object({ name: z.string(), folder: z.string() }),
    /** The run of a scenario was never started, or is forgotten. */
    'no-scenario-run': id,
    'no-fixture': z.object({ name: z.string(), folder: z.string() }),
    /** The run of requests was never started, or is long over. */
    'no-send-run': id,
    /** The run of a handler check was never started, or is forgotten. */
    'no-check': id,
    /** No search for the smallest failing delivery has this id. */
    'no-shrink': id,
    /** The comparison of two builds was never started, or is forgotten. */
    'no-comparison': id,
    'no-order-run': id,
    /** The fixture signs with the secret of an environment that does not exist. */
    'no-environment-named': name,
    'no-backup': name,
  },
  BAD_REQUEST: {
    'filter-unreadable': z.object({ problem: filterReasonSchema }),
    'filter-words-not-counted': z.object({ word: z.string() }),
    /** Why nothing can be forwarded to an address. */
    'forward-target-unreadable': z.object({ target: z.string() }),
    'forward-target-with-user': noFields,
    'forward-target-with-fragment': z.object({ fragment: z.string() }),
    'forward-target-own-port': z.object({ port: count }),
    'forward-target-leads-back': noFields,
    'forward-host-not-allowed': z.object({ host: z.string() }),
    /** The filter of a forwarding rule asks for a fact that is known only after forwarding. */
    'forward-filter-too-early': z.object({ term: z.string() }),
    'forward-rule-twice': id,
    /** Two rules that are on send the same deliveries to the same address. */
    'forward-rule-doubled': name,
    'response-rules-refused': z.object({ problem: responseRuleProblemSchema }),
    'own-scheme-missing': noFields,
    /** The secret has nothing behind the prefix that the scheme removes, so its key would be empty. */
    'secret-only-prefix': z.object({ prefix: z.string() }),
    'public-key-unusable': z.object({ problem: z.enum(publicKeyProblems) }),
    /** The URL to fetch keys from does not belong to the sender. */
    'key-url-not-allowed': z.object({ url: z.string() }),
    'scheme-unknown': z.object({ scheme: z.string(), known: z.array(z.string()) }),
    'file-without-environments': noFields,
    /** `why`: the first reason, as a sentence. */
    'file-without-deliveries': z.object({ why: z.string() }),
    'file-too-large': z.object({ max: count }),
    'nothing-to-export': noFields,
    'redaction-failed': z.object({ delivery: z.string(), detail: z.string() }),
    'variable-unusable': z.object({ variable: z.string(), detail: z.string() }),
    /** Mistakes in a scenario with their places; the sentence reports the first. */
    'scenario-wrong': z.object({ problems: z.array(scenarioProblem) }),
    /** A step of a scenario uses an unknown name. */
    'scenario-nothing-named': z.object({
      what: z.enum(['event', 'object', 'secret', 'step']),
      name: z.string(),
      known: z.array(z.string()),
    }),
    /** `problem` continues "it is not a fixture: ...". */
    'not-a-fixture': z.object({ name: z.string(), problem: z.string() }),
    /** Why a handler at this address is not checked. */
    'check-target-refused': z.object({ problem: z.enum(checkTargetProblems), url: z.string() }),
    /** No message of a contract can be validated against. `detail`: why, as a sentence. */
    'contract-unusable': z.object({ place: z.string(), detail: z.string() }),
    /** `message`: null where any would do; `nearest`: the name of one that has an example. */
    'no-contract-example': z.object({ message: z.string().nullable(), nearest: z.string().nullable() }),
    'no-such-probe': name,
    /** A schedule names deliveries by numbers from 1 to `count`. */
    'schedule-unreadable': z.object({ text: z.string(), count }),
    /** Neither a JSON pointer nor the name of a rule. */
    'ignore-unreadable': z.object({ text: z.string() }),
    /** No sandbox has an object of the type that the checked deliveries are about. */
    'follow-ups-uncountable': noFields,
    'private-key-unusable': z.object({ problem: z.enum(privateKeyProblems) }),
    /** A webhook-config is not enabled before there is a secret to verify with. */
    'no-secret-to-verify': noFields,
  },
  CONFLICT: {
    /** Another compaction, backup or check is under way. */
    'storage-busy': noFields,
    /** It was ended on the way, see POST /storage/cancel. */
    'storage-cancelled': z.object({ kind: z.enum(storageWorkKinds) }),
    /** A compaction cannot be cancelled. */
    'compaction-goes-on': noFields,
    /** The check of a backup found a problem. */
    'backup-unusable': detail,
    'environment-name-taken': name,
    'filter-name-taken': name,
    'too-many-filters': z.object({ max: count }),
    'webhook-config-never-applied': noFields,
    'sandbox-stays': noFields,
    /** The deletion can no longer be undone, or was undone. */
    'deletion-settled': noFields,
    /** Why the keys of a sender (the id of a preset) cannot be fetched. */
    'key-to-paste': z.object({ sender: z.string() }),
    'key-needs-credentials': z.object({ sender: z.string() }),
    'key-url-unknown': z.object({ sender: z.string() }),
    'key-not-published': z.object({ url: z.string(), status: count }),
    'current-secret-stays': noFields,
    'forward-rule-off': name,
    /** The address of a replay is our own receiver, without `toReceiver`. */
    'leads-to-receiver': noFields,
    /** The port of a replay is ours and is not the receiver. */
    'leads-to-hookscope': noFields,
    'body-incomplete': z.object({ kept: count }),
    'header-unsendable': name,
    /** Of a run: the path of a request has a segment "..", in any spelling. */
    'path-leads-up': noFields,
    'no-secret-to-sign': noFields,
    'hash-missing': z.object({ hash: z.string() }),
    /** The delivery does not ask to confirm a subscription. */
    'nothing-to-confirm': noFields,
    /** Its signature is wrong, so it may come from a different sender. */
    'confirmation-unproven': noFields,
    'only-sender-signs': z.object({ scheme: z.string() }),
    /** No environment has a secret with this fingerprint. */
    'signing-secret-unknown': z.object({ fingerprint: z.string() }),
    'signing-secret-unusable': z.object({ label: z.string() }),
    /** The address of a run leads to our own receiver from outside. */
    'sends-to-itself': noFields,
    /** The host of a run or replay is beyond this machine and not allowed. */
    'host-not-allowed': z.object({ host: z.string() }),
    'break-impossible': z.object({ kind: z.string(), why: z.enum(breakProblems) }),
    /** The scheme signs in the body, which has no place for it. */
    'body-takes-no-signature': z.object({ scheme: z.string() }),
    'no-secret-to-send': noFields,
    /** A fixture signs with a variable, which only the command line reads. */
    'secret-in-variable': z.object({ variable: z.string() }),
    'nothing-to-send': noFields,
    'check-running': noFields,
    'shrink-running': noFields,
    /** The search has not found a failing delivery yet. */
    'shrink-without-result': noFields,
    /** The body of the delivery is neither JSON nor a form, or is empty. */
    'shrink-needs-json': noFields,
    'comparison-running': noFields,
    'orders-running': noFields,
    'app-not-reset': detail,
    'app-state-unreadable': detail,
    'api-port-taken': detail.extend({ port: count }),
    'too-many-to-send': z.object({ max: count }),
    /** A step uses a value of an earlier one that was skipped or got no answer. */
    'scenario-nothing-known': z.object({ step: z.string(), what: z.string() }),
    /** A JSON pointer of `with` leads nowhere in the body. */
    'scenario-no-place': z.object({ pointer: z.string() }),
    'scenario-command-failed': detail.extend({ command: z.string() }),
    'scenario-effects-unreadable': z.object({ from: z.string(), text: z.string() }),
    /** Nothing listens at the target of a scenario. */
    'scenario-target-silent': z.object({ host: z.string(), limitMs: z.number() }),
    'scenario-running': z.object({ name: z.string() }),
    /** The sender signs with a private key, and none was given. */
    'scenario-key-missing': z.object({ sender: z.string() }),
    /** A private key was given for a sender that signs with a shared secret. */
    'scenario-key-unneeded': z.object({ sender: z.string() }),
    /** A scenario has one environment, and the deliveries to record are of several. */
    'record-several-environments': z.object({ names: z.array(z.string()) }),
    'record-too-many': z.object({ found: count, max: count }),
    'record-too-large': z.object({ bytes: count, max: count }),
    'too-many-runs': z.object({ max: count }),
    'run-too-long': z.object({ hours: count }),
    /** A delivery out of a file can only be looked at. */
    'case-read-only': noFields,
    'desktop-only': noFields,
    'no-log-file': noFields,
    'file-not-opened': z.object({ path: z.string(), detail: z.string() }),
  },
  SERVICE_REFUSED: {
    ...callFailureCodes,
    'readonly-password-missing': noFields,
    'no-answer': noFields,
    'sandbox-gave-no-token': noFields,
    /** The demo made no delivery; the sentence of the step that failed. */
    'demo-incomplete': detail,
    /** The sandbox changed an object, and no notification of it came. */
    'scenario-notification-missing': z.object({ limitMs: z.number() }),
  },
  UNAVAILABLE: {
    'choice-not-kept': detail,
    'scenario-not-written': detail.extend({ file: z.string() }),
    'fixture-not-written': detail.extend({ file: z.string() }),
    'storage-failed': detail,
  },
} as const

export type CallError = keyof typeof problemCodesByCall

const problemCodes = {
  ...problemCodesByCall.NOT_FOUND,
  ...problemCodesByCall.BAD_REQUEST,
  ...problemCodesByCall.CONFLICT,
  ...problemCodesByCall.SERVICE_REFUSED,
  ...problemCodesByCall.UNAVAILABLE,
}

/** Problems that bring their own sentence. */
const foreignCodes = {
  /** `reason`: the store's own code, such as "disk-full". */
  'store-unavailable': z.object({ reason: z.enum(storeRefusalCodes) }),
  /** `reason`: what the sandbox refused, such as "unknown-type". */
  'sandbox-refused': z.object({ reason: z.string() }),
  /** `reason`: the tunnel's own code, such as "wrong-options"; `option`: the key of the option that it is about. */
  'tunnel-refused': z.object({ reason: z.string(), option: z.string().nullable() }),
}

const callProblemCodes = { ...problemCodes, ...foreignCodes }
const previewCodes = {
  'no-secret-to-verify': problemCodes['no-secret-to-verify'],
  'credentials-missing': callFailureCodes['credentials-missing'],
}

/** Why something that was asked for was not done. */
export type Problem = Coded<typeof problemCodes>
/** Machine-readable part of a failed call. */
export type CallProblem = Coded<typeof callProblemCodes>
/** Why a webhook-config cannot be applied as it is wanted. */
export type PreviewProblem = Coded<typeof previewCodes>

export interface CallProblemSchema extends z.ZodType<CallProblem> {}
export const callProblemSchema: CallProblemSchema = coded(callProblemCodes)

export interface PreviewProblemSchema extends z.ZodType<PreviewProblem> {}
export const previewProblemSchema: PreviewProblemSchema = coded(previewCodes)

/** The kind of answer that a caller gets. */
export function callErrorOf({ code }: Problem): CallError {
  for (const [error, codes] of Object.entries(problemCodesByCall)) if (code in codes) return error as CallError
  throw new Error(`${code} is in no list of problems.`)
}
