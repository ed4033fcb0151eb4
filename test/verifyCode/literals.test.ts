/** @module-tag full */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import {
  csharpLiteral,
  goLiteral,
  javaLiteral,
  nodeLiteral,
  phpLiteral,
  pythonLiteral,
  rubyLiteral,
  rustLiteral,
  shellLiteral,
} from '../../src/shared/verifyCode/literals.ts'
import { commentText } from '../../src/shared/verifyCode/programText.ts'
import type { VerifyLanguageId } from '../../src/shared/verifyCode/verifyLanguages.ts'
import { skipped, toolchains } from './toolchains/toolchains.ts'

const folder = mkdtempSync(join(tmpdir(), 'hookscope-literals-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Pieces that mean something to at least one of the languages. */
const pieces = [
  ...Array.from({ length: 256 }, (_, index) => String.fromCharCode(index)),
  '${',
  '#{',
  '$(',
  '`',
  '{{',
  '}}',
  '\\u000a',
  '\\u0022',
  '\\x41',
  '\\0',
  '\\',
  '"""',
  "'''",
  '*/',
  '//',
  '?>',
  '<?php',
  '%s',
  '%%',
  '-',
  '--',
  '\r\n',
  '\n\n',
  '!',
  '$HOME',
  '@x',
  '#$0',
  '\u2028',
  '\u2029',
  '\u202e',
  '\ufeff',
  '\uffff',
  '\u{1f600}',
  '\u{10ffff}',
  'é',
  '中',
  '\ud800',
  '\udc00',
  '\u0085',
  '0',
  '7',
  'F',
  'é0',
]
const texts = [
  ...pieces,
  ...fc
    .sample(fc.array(fc.constantFrom(...pieces), { maxLength: 12 }), { numRuns: 300, seed: 20 })
    .map((list) => list.join('')),
  ...fc.sample(fc.string({ unit: 'binary', maxLength: 20 }), { numRuns: 200, seed: 21 }),
]

/** Programs that print every text as the hex of its UTF-8 bytes, a line each. */
const printers: Record<VerifyLanguageId, (texts: readonly string[]) => string> = {
  node: (all) =>
    `for (const text of [${all.map(nodeLiteral).join(',\n')}]) console.log(Buffer.from(text).toString('hex'))\n`,
  python: (all) => `for text in [${all.map(pythonLiteral).join(',\n')}]:\n    print(text.encode().hex())\n`,
  php: (all) => `<?php\nforeach ([${all.map(phpLiteral).join(',\n')}] as $text) echo bin2hex($text), "\\n";\n`,
  ruby: (all) => `[${all.map(rubyLiteral).join(',\n')}].each { |text| puts text.unpack1("H*") }\n`,
  openssl: (all) =>
    all
      .map((text) => `text=${shellLiteral(text)}\nprintf '%s' "$text" | od -An -v -tx1 | tr -d ' \\n'\necho\n`)
      .join(''),
  go: (all) =>
    `package main\n\nimport "fmt"\n\nfunc main() {\n\tfor _, text := range []string{${all.map(goLiteral).join(',\n')}} {\n\t\tfmt.Printf("%x\\n", text)\n\t}\n}\n`,
  java: (all) => `public class Verify {
    public static void main(String[] args) {
        String[] texts = {${all.map(javaLiteral).join(',\n')}};
        var hex = java.util.HexFormat.of();
        for (String text : texts) System.out.println(hex.formatHex(text.getBytes(java.nio.charset.StandardCharsets.UTF_8)));
    }
}
`,
  csharp: (all) => `using System;
using System.Text;
static class Program
{
    static int Main(string[] args)
    {
        foreach (var text in new[] {${all.map(csharpLiteral).join(',\n')}})
            Console.WriteLine(BitConverter.ToString(Encoding.UTF8.GetBytes(text)).Replace("-", "").ToLowerInvariant());
        return 0;
    }
}
`,
  rust: (all) => `// data-encoding = "2"
fn main() -> Result<std::process::ExitCode, Box<dyn std::error::Error>> {
    for text in [${all.map(rustLiteral).join(',\n')}] {
        println!("{}", data_encoding::HEXLOWER.encode(text.as_bytes()));
    }
    Ok(std::process::ExitCode::SUCCESS)
}
`,
}

describe('a text from outside, written into a program,', () => {
  for (const toolchain of toolchains) {
    const { skips, because } = skipped(toolchain)
    it.skipIf(skips)(`is the same text again in ${toolchain.id}${because}`, { timeout: 120_000 }, async () => {
      const run = await toolchain.prepare(join(folder, toolchain.id), [printers[toolchain.id](texts)])
      const { stdout, stderr } = await run(0, { args: [], env: {} })
      expect(stderr).toBe('')
      const held = texts.map((text) => (toolchain.id === 'openssl' ? text.replaceAll('\0', '') : text).toWellFormed())
      expect(stdout.split('\n').slice(0, -1)).toEqual(held.map((text) => Buffer.from(text).toString('hex')))
    })

    it(`stands in ${toolchain.id} as printable ASCII`, () => {
      const rest = toolchain.id === 'openssl' ? /[^\x20-\x7e\n]/ : /[^\x20-\x7e]/
      const literal = {
        node: nodeLiteral,
        python: pythonLiteral,
        php: phpLiteral,
        ruby: rubyLiteral,
        openssl: shellLiteral,
        go: goLiteral,
        java: javaLiteral,
        csharp: csharpLiteral,
        rust: rustLiteral,
      }[toolchain.id]
      expect(texts.filter((text) => rest.test(literal(text)))).toEqual([])
    })
  }

  it('cannot end a comment, whatever it is', () => {
    for (const text of texts) expect(commentText(text)).toMatch(/^[A-Za-z0-9 ._:()?-]{0,60}$/)
  })
})
