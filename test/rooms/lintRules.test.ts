import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { scratchFolder } from '../build/startServe.ts'

const root = join(import.meta.dirname, '../..')

const looksIntoSentences = [
  `if (call.problem?.message.includes('toReceiver')) go()`,
  `const refused = sentence.includes('Only a 2xx')`,
  `if (reason?.startsWith('Cancelled') === true) cancelled()`,
  `const [ours] = message.split(/(?= The provider says:)/)`,
  `const id = /the delivery (\\d+)/.exec(proof?.recipe ?? '')?.[1]`,
  `if (error.message === 'It does not answer.') again()`,
  `const short = finding.advice.replace(' under Connection', '')`,
  `if (/not known/.test(failure.problem)) guess()`,
]
const decidesByCodes = `if (problem?.why?.code === 'leads-to-receiver') go()\nif (reason === null || note === '') nothing()`

const page = `import { Button } from 'a module'
const remark = count > 1 ? \`\${count} are left\` : 'None'
export const Loose = () => (
  <div className="not these" role="status" aria-label="Read out" onKeyDown={(event) => event.key === 'Enter'}>
    <Button title="On hover" {...remark}>Shown words</Button>
    <table><tbody /></table>
    <input type="file" /><ul role="listbox" />
  </div>
)`

it('the rules of this project find what is planted, and nothing else', () => {
  const found = lint({
    'src/host/looks.ts': looksIntoSentences.join('\n'),
    'src/host/decides.ts': decidesByCodes,
    'src/renderer/features/Loose.tsx': page,
    'src/renderer/features/words.ts': `export const words = { left: 'Some are left' }`,
  })
  expect(found.filter(({ rule }) => rule.startsWith('house(no'))).toEqual(
    looksIntoSentences.map((_, at) => ({ rule: 'house(no-sentence-logic)', file: 'src/host/looks.ts', line: at + 1 })),
  )
  const inPage = found.filter(({ file }) => file.startsWith('src/renderer')).map(({ rule, line }) => `${line} ${rule}`)
  expect(inPage.filter((one) => /house|forbid-elements/.test(one)).toSorted()).toEqual([
    '2 house(page-texts)',
    '2 house(page-texts)',
    '4 house(page-texts)',
    '5 house(page-texts)',
    '5 house(page-texts)',
    '6 react(forbid-elements)',
    '7 house(ui-primitives)',
    '7 house(ui-primitives)',
  ])
})

interface Diagnostic {
  code: string
  filename: string
  labels: { span: { line: number } }[]
}

/** Lints these files with the configuration of the project. */
function lint(files: Record<string, string>): { rule: string; file: string; line: number }[] {
  const scratch = scratchFolder()
  try {
    for (const name of ['.oxlintrc.json', 'tools/lint'])
      cpSync(join(root, name), join(scratch.path, name), { recursive: true })
    symlinkSync(join(root, 'node_modules'), join(scratch.path, 'node_modules'), 'junction')
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(scratch.path, path)), { recursive: true })
      writeFileSync(join(scratch.path, path), text)
    }
    const program = join(root, 'node_modules/oxlint/bin/oxlint')
    const { stdout } = spawnSync(process.execPath, [program, '--format', 'json', 'src'], {
      cwd: scratch.path,
      encoding: 'utf8',
    })
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: Diagnostic[] }
    return diagnostics
      .map(({ code, filename, labels }) => ({ rule: code, file: filename, line: labels[0]?.span.line ?? 0 }))
      .toSorted((a, b) => a.line - b.line)
  } finally {
    scratch.remove()
  }
}
