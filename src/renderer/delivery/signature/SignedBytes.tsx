import type { SignatureScheme } from '../../../shared/signature/signatureScheme.ts'
import type { Signature } from '../../../shared/wireTypes.ts'
import { CopyValue } from '../../ui/CopyValue.tsx'
import { countOf } from '../../ui/format.ts'
import { Fact, Facts } from '../../ui/Section.tsx'
import { printableHex } from './printableHex.ts'

/** Which bytes the digest is of: enough of them to see what a program hashed instead. */
export function SignedBytes({ signature: { signed }, scheme }: { signature: Signature; scheme: SignatureScheme }) {
  const isShort = signed.size * 2 <= signed.first.length
  const made = scheme.message === '{body}' ? "The body's raw bytes, as they came." : `Made of ${scheme.message}.`
  return (
    <section className="tab-group" aria-label="Which bytes are signed">
      <h3>Which bytes are signed</h3>
      <Facts>
        <Fact name="Message" note={made}>
          <span className="numbers">{countOf(signed.size, 'byte')}</span>
        </Fact>
        <Fact name="SHA-256">
          <CopyValue text={signed.sha256} what="the SHA-256 of the signed bytes" />
        </Fact>
        {signed.size > 0 && (
          <Fact name={isShort ? 'All of it' : 'First bytes'}>
            <Bytes hex={signed.first} />
          </Fact>
        )}
        {!isShort && (
          <Fact name="Last bytes">
            <Bytes hex={signed.last} />
          </Fact>
        )}
      </Facts>
    </section>
  )
}

function Bytes({ hex }: { hex: string }) {
  return (
    <span className="signed-bytes">
      {printableHex(hex).map((row) => (
        <span key={row.at} className="signed-row">
          <code>{row.hex}</code>
          <code className="muted">{row.text}</code>
        </span>
      ))}
    </span>
  )
}
