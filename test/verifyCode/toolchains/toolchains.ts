import { csharp } from './csharp.ts'
import { go } from './go.ts'
import { node, openssl, php, python, ruby } from './interpreted.ts'
import { java } from './java.ts'
import { rust } from './rust.ts'
import type { Toolchain } from './toolchain.ts'

/** Every language of the ready code. */
export const toolchains: readonly Toolchain[] = [node, python, php, ruby, openssl, go, java, csharp, rust]

/**
 * Whether to skip what needs this toolchain, and why. With HOOKSCOPE_REQUIRE_TOOLCHAINS=1 nothing is skipped: what is
 * missing fails.
 */
export function skipped({ id, found }: Toolchain): { skips: boolean; because: string } {
  if ('version' in found) return { skips: false, because: '' }
  return { skips: process.env.HOOKSCOPE_REQUIRE_TOOLCHAINS !== '1', because: ` (${id} cannot run: ${found.missing})` }
}
