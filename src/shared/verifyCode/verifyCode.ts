import { csharpProgram } from './csharpProgram.ts'
import { goProgram } from './goProgram.ts'
import { javaProgram } from './javaProgram.ts'
import { nodeProgram } from './nodeProgram.ts'
import { opensslProgram } from './opensslProgram.ts'
import { phpProgram } from './phpProgram.ts'
import { pythonProgram } from './pythonProgram.ts'
import { rubyProgram } from './rubyProgram.ts'
import { rustProgram } from './rustProgram.ts'
import type { VerifyLanguageId } from './verifyLanguages.ts'
import { type VerifyCodeRequest, type VerifyPlan, verifyPlan } from './verifyPlan.ts'

const programs: Record<VerifyLanguageId, (plan: VerifyPlan, bodyFile: string) => string> = {
  node: nodeProgram,
  python: pythonProgram,
  csharp: csharpProgram,
  go: goProgram,
  java: javaProgram,
  php: phpProgram,
  ruby: rubyProgram,
  rust: rustProgram,
  openssl: opensslProgram,
}

/**
 * A whole small program that verifies this delivery: the body from a file (its first argument), the secret from the
 * environment variable WEBHOOK_SECRET, what the headers say as literals. It prints `valid` (status 0) or `not valid`
 * (status 1), and for schemes with a tolerance `valid, but N s old` (status 0), measured at its second argument in Unix
 * seconds, or now. Its function `verify` is made to be lifted into a server. Pure text: nothing from the request can
 * become code.
 *
 * Everything is compared as text, as Hookscope does: another spelling of the same digest is not valid.
 * @param options.bodyFile name of the file where no argument is given
 */
export function verifyCode(
  language: VerifyLanguageId,
  request: VerifyCodeRequest,
  { bodyFile = 'body.bin' }: { bodyFile?: string } = {},
): string {
  return programs[language](verifyPlan(request), bodyFile)
}
