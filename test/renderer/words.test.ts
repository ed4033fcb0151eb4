import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findLooseWords } from '../../tools/findLooseWords.ts'

test('every text of the page is in a words file of its folder, or in text/', () => {
  expect(findLooseWords()).toEqual([])
})

test('a text elsewhere is found, whether it is shown, read out or part of a sentence', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hookscope-words-'))
  const file = join(folder, 'Loose.tsx')
  writeFileSync(
    file,
    `import { Button } from 'a module'
     const remark = count > 1 ? \`\${count} are left\` : 'None'
     export const Loose = () => (
       <div className="not these" role="status" aria-label="Read out" onKeyDown={(event) => event.key === 'Enter'}>
         <Button title="On hover" {...remark}>Shown words</Button>
       </div>
     )`,
  )
  const texts = findLooseWords([folder]).map(({ line, text }) => `${line} ${text}`)
  rmSync(folder, { recursive: true })
  expect(texts).toEqual(['2 … are left', '2 None', '4 Read out', '5 On hover', '5 Shown words'])
})
