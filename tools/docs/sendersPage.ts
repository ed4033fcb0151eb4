/** docs/senders.md: every sender with its scheme, the evidence for it, and what it expects of a receiver. */
import { readFileSync } from 'node:fs'
import { describeScheme } from '../../src/renderer/text/describeScheme.ts'
import { answerLimitOfSender } from '../../src/shared/signature/answerLimits.ts'
import { retryScheduleOf } from '../../src/shared/signature/retrySchedules.ts'
import { senderPresets } from '../../src/shared/signature/schemePresets.ts'
import type { SenderPreset } from '../../src/shared/signature/senderPreset.ts'

interface Answer {
  preset: string
  signedBy: 'the library' | 'us' | 'the sender'
}

/** What tools/recordLibraries.mjs recorded. */
const answers = JSON.parse(
  readFileSync(new URL('../../test/signature/officialLibraries.json', import.meta.url), 'utf8'),
) as readonly Answer[]

/** The whole page. */
export function sendersPage(): string {
  return [
    head,
    table(schemeHead, senderPresets.map(schemeRow)),
    deliveryText,
    deliveryTable(),
    setUpText,
    guides(),
  ].join('\n\n')
}

const head = `# Senders

Generated (\`npm run docs\`). To check deliveries of a sender, choose it under **Access** by a part of its name, or name its id on the command line:

\`\`\`sh
hookscope verify body.json --scheme stripe --secret-env STRIPE_SECRET --header 'Stripe-Signature: t=...,v1=...'
\`\`\`

How well a preset is known is its evidence, the best first:

- **published vector**: a signature that the sender publishes is valid here.
- **official library**: written after the sender's own code.
- **documentation**: written after the sender's documentation, or after a text that quotes it.
- **unconfirmed**: known, and not checked anywhere.

Where a library is named, it was installed and asked.

- *Takes ours*: it accepts what Hookscope signs, and refuses the same with one byte changed where it reads the body.
- *Valid here*: what it signs, or a signature that the sender publishes, is valid in Hookscope.`

const schemeHead = ['Sender', 'Id', 'Scheme', 'Evidence', 'Official library', 'Takes ours', 'Valid here']

function schemeRow({ scheme, evidence, source, library }: SenderPreset): string[] {
  const recorded = new Set(answers.filter(({ preset }) => preset === scheme.id).map(({ signedBy }) => signedBy))
  const takesOurs = recorded.has('us')
  const isValidHere = evidence === 'published-vector' || recorded.has('the library') || recorded.has('the sender')
  return [
    scheme.label,
    `\`${scheme.id}\``,
    describeScheme(scheme),
    `${evidences[evidence]}: ${source}`,
    library ?? '–',
    yes(takesOurs),
    yes(isValidHere),
  ]
}

const evidences: Record<SenderPreset['evidence'], string> = {
  'published-vector': "Tested with the sender's example",
  'official-library': 'official library',
  documented: 'documentation',
  unconfirmed: 'unconfirmed',
}

function yes(is: boolean): string {
  return is ? 'yes' : '–'
}

const deliveryText = `## Time limits and retries

Senders of which neither is known are left out. A schedule lists the waits between one try and the next.`

function deliveryTable(): string {
  const rows = senderPresets.flatMap(({ scheme: { id, label } }) => {
    const limit = answerLimitOfSender(id)
    const schedule = retryScheduleOf(id)
    if (limit === null && schedule === null) return []
    return [
      [
        label,
        limit === null ? '–' : `${seconds(limit.ms / 1000)} (${limit.source})`,
        schedule === null
          ? '–'
          : `${schedule.waits.length === 0 ? 'not sent again' : schedule.waits.map(seconds).join(', ')} (${schedule.source}${schedule.evidence === 'documented' ? '' : '; unconfirmed'})`,
      ],
    ]
  })
  return table(['Sender', 'Answer within', 'Tries again after'], rows)
}

/** `90` as "1 min 30 s". */
function seconds(all: number): string {
  if (all === 0) return 'at once'
  const parts: [number, string][] = [
    [Math.floor(all / 3600), 'h'],
    [Math.floor((all % 3600) / 60), 'min'],
    [all % 60, 's'],
  ]
  return parts.flatMap(([count, unit]) => (count === 0 ? [] : [`${count} ${unit}`])).join(' ')
}

const setUpText = `## What to paste where

Names are those of the sender. Paste the address of your environment at the sender, and the sender's secret or public key under **Environment**, *Secrets*.`

function guides(): string {
  const rows = senderPresets.flatMap(({ scheme: { label }, guide }) =>
    guide === undefined
      ? []
      : [[label, guide.address ?? '–', guide.secret, guide.docs === undefined ? '–' : guide.docs]],
  )
  return `${table(['Sender', 'Address', 'Secret or key', 'Documentation'], rows)}\n`
}

function table(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`
  return [line(titles), `|${'---|'.repeat(titles.length)}`, ...rows.map(line)].join('\n')
}

function cell(text: string): string {
  return text.replaceAll('\n', ' ').replaceAll('|', '\\|').replaceAll('*', '\\*')
}
