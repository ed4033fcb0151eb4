import { causes } from '../../../src/shared/words/signature/causes/causes.ts'
import { explainedExample } from './explainInWords.ts'
import { examples } from './examples.ts'

/**
 * docs/causes.md: what Hookscope says of each example of the tests, in its own words. `npm run docs` writes it; a test
 * fails when it is out of date.
 */
export function causesTable(): string {
  const rows = examples.map((example) => {
    const { cause, title } = example
    const { findings } = explainedExample(example)
    const finding = findings.find((entry) => entry.cause === cause)
    if (finding === undefined) throw new Error(`The example "${title}" is not explained by ${cause}.`)
    const kind = finding.kind === 'proof' ? 'Proof' : 'Seen'
    const { title: name } = causes[cause as keyof typeof causes]
    return `| ${[`**${name}**`, title, `${kind}: ${finding.recipe}`, finding.advice].map(cell).join(' | ')} |`
  })
  return `${head}${rows.join('\n')}\n`
}

const head = `# Why a signature fails, and what Hookscope says

Generated from the tests (\`npm run docs\`): every line is an example that the tests put to the explanation engine, with the answer that it gave. *Proof* means recomputed to the last bit; *seen* means that the request shows it and nothing more. How the search works is in [decision 4](decisions/0004-explaining-signatures.md).

| Cause | Example | What Hookscope says | What to do |
|---|---|---|---|
`

/** Text that stays inside its cell, whatever is in it. */
function cell(text: string): string {
  return text.replace(/[\\|<>`[\]_]/g, (character) => `\\${character}`).replace(/\s+/g, ' ')
}
