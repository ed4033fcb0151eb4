/** Every code that Hookscope gives beside a sentence, with where it is found: the source of docs/codes.md. */
import { z } from 'zod'
import { followUpReasonSchema, networkFailureSchema, tokenReasonSchema } from '../../src/shared/codes/callFailures.ts'
import { caseRefusalSchema, recheckReasonSchema } from '../../src/shared/codes/caseFiles.ts'
import { filterReasonSchema } from '../../src/shared/codes/filters.ts'
import { findingReasonSchema } from '../../src/shared/codes/signature/findings.ts'
import { goLiveReasonSchema } from '../../src/shared/codes/goLive.ts'
import { contractProblemReasonSchema, contractRemarkSchema } from '../../src/shared/codes/contracts.ts'
import { doctorFindingSchema } from '../../src/shared/codes/doctor.ts'
import { concernSchema, verificationReasonSchema } from '../../src/shared/codes/health.ts'
import { handshakeReasonSchema } from '../../src/shared/codes/handshakes.ts'
import { importRemarkSchema } from '../../src/shared/codes/imports.ts'
import { callProblemSchema, previewProblemSchema } from '../../src/shared/codes/problems.ts'
import { recordNoteSchema } from '../../src/shared/codes/recording.ts'
import {
  answerRemarkSchema,
  responseRuleProblemSchema,
  responseRuleRemarkSchema,
} from '../../src/shared/codes/responses.ts'
import { ageReasonSchema, malformedReasonSchema } from '../../src/shared/codes/signature/signatures.ts'
import { itemRemarkSchema, storyRemarkSchema } from '../../src/shared/codes/storyRemarks.ts'
import { clockRemarkSchema, timingRemarkSchema } from '../../src/shared/codes/timingRemarks.ts'
import { checkReasonSchema, offerReasonSchema, tunnelReasonSchema } from '../../src/shared/codes/tunnel.ts'
import { askedReasonSchema, driftSchema } from '../../src/shared/codes/webhookConfig.ts'

/** One list of codes, and the places in the API that carry it. */
interface CodeList {
  places: string
  schema: z.ZodType
}

export const codeLists: readonly CodeList[] = [
  { places: '`why` of a problem (a call that failed)', schema: callProblemSchema },
  { places: '`followUp.why` of a delivery', schema: followUpReasonSchema },
  { places: '`error.why` of a token', schema: tokenReasonSchema },
  { places: '`cause` within `why` of a tunnel: the network', schema: networkFailureSchema },
  {
    places: '`signature.malformedWhy`, and `why` within `digest-...` and `signed-value-missing`',
    schema: malformedReasonSchema,
  },
  { places: '`handshakeDetail.why` of a delivery: why a handshake was not answered', schema: handshakeReasonSchema },
  {
    places: '`problem` within `response-rules-refused`: why a rule cannot be saved',
    schema: responseRuleProblemSchema,
  },
  { places: '`remarks[].why` of response rules: why a rule can never match', schema: responseRuleRemarkSchema },
  { places: '`answer.remarks[].why` of a delivery: what was not as its rule says', schema: answerRemarkSchema },
  { places: '`signature.ageWhy`', schema: ageReasonSchema },
  { places: '`signature.explanation.findings[].why`', schema: findingReasonSchema },
  { places: '`problem` within `filter-unreadable`: the filter', schema: filterReasonSchema },
  { places: '`remarks` of the timing of a delivery', schema: timingRemarkSchema },
  { places: '`remarks` of the latency report', schema: clockRemarkSchema },
  { places: '`remarks` of an item in the story of an object', schema: itemRemarkSchema },
  { places: '`remarks` of the story of an object', schema: storyRemarkSchema },
  { places: '`why` of the tunnel and of its history', schema: tunnelReasonSchema },
  { places: '`lastCheck.why` of the tunnel', schema: checkReasonSchema },
  { places: '`offer.why` of the tunnel', schema: offerReasonSchema },
  { places: '`problems[].why` of a contract', schema: contractProblemReasonSchema },
  {
    places: '`why` of a contract result: no message was matched, or it was not validated to the end',
    schema: contractRemarkSchema,
  },
  { places: '`notes[].why` of a recorded scenario', schema: recordNoteSchema },
  { places: '`remarks` of a webhook-config (the same as `drift`)', schema: driftSchema },
  { places: '`why` of what the service answered when asked for its webhook-config', schema: askedReasonSchema },
  { places: '`why` of the preview of a webhook-config', schema: previewProblemSchema },
  { places: '`remarks` of an import of environments', schema: importRemarkSchema },
  { places: '`refused[].why` of a file that was opened: a piece that was not taken', schema: caseRefusalSchema },
  {
    places: '`foreign.recheck.why` of a delivery out of a file: why it cannot be checked again',
    schema: recheckReasonSchema,
  },
  { places: '`checks[].finding` of `GET /doctor` and `hookscope doctor --json`', schema: doctorFindingSchema },
  { places: '`health.remarks` of the status (the same as `concerns`)', schema: concernSchema },
  { places: '`why` of a step of `goLive`, and of `handshake`, of the status', schema: goLiveReasonSchema },
  { places: '`why` of checking everything again', schema: verificationReasonSchema },
]

/** The codes of a list, each with the names of its fields. */
export function codesOf({ schema }: CodeList): { code: string; fields: string[] }[] {
  const { anyOf, oneOf } = z.toJSONSchema(schema) as unknown as { anyOf?: CodeShape[]; oneOf?: CodeShape[] }
  return (anyOf ?? oneOf ?? []).map(({ properties: { code, fields } }) => ({
    code: code.const,
    fields: Object.keys(fields.properties ?? {}),
  }))
}

interface CodeShape {
  properties: { code: { const: string }; fields: { properties?: object } }
}

/** docs/codes.md. */
export function codesTable(): string {
  const sections = codeLists.map((list) => {
    const rows = codesOf(list).map(
      ({ code, fields }) => `| \`${code}\` | ${fields.map((field) => `\`${field}\``).join(', ')} |`,
    )
    return `## ${list.places}\n\n| Code | Fields |\n|---|---|\n${rows.join('\n')}\n`
  })
  return `${head}\n${sections.join('\n')}`
}

const head = `# Codes

Generated (\`npm run docs\`). With each human-readable sentence, the API gives the same as data: \`{code, fields}\`. Sentences get better from version to version, so scripts look at codes. All of them are written in kebab-case. The \`code\` of a problem itself names the kind of the answer (\`NOT_FOUND\`, \`CONFLICT\`, ...), and \`error.code\` of an attempt is a system's or library's own code (\`ECONNREFUSED\`) or one in its spelling. The shapes of the fields are in \`/api/v1/openapi.json\`.
`
