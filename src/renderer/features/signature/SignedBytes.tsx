import type { SignatureScheme } from '../../../shared/signature/signatureScheme.ts'
import type { Signature } from '../../../shared/wireTypes.ts'
import { CopyValue } from '../../ui/CopyValue.tsx'
import { Fact, Facts } from '../../ui/Section.tsx'
import { signatureWords } from './words.ts'
import tabsStyles from '../../ui/Tabs.module.css'
import styles from './SignatureTab.module.css'

/** Which bytes the digest is of: enough of them to see what a program hashed instead. */
export function SignedBytes({ signature: { signed }, scheme }: { signature: Signature; scheme: SignatureScheme }) {
  const isShort = signed.size * 2 <= signed.first.length
  const made =
    !('message' in scheme) || scheme.message === '{body}'
      ? signatureWords.rawBody
      : signatureWords.madeOf(scheme.message)
  return (
    <section className={tabsStyles.group} aria-label={signatureWords.signed}>
      <h3>{signatureWords.signed}</h3>
      <Facts>
        <Fact name={signatureWords.message} note={made}>
          <span className="numbers">{signatureWords.bytes(signed.size)}</span>
        </Fact>
        <Fact name={signatureWords.sha256}>
          <CopyValue text={signed.sha256} what={signatureWords.theSha256} />
        </Fact>
        {signed.size > 0 && (
          <Fact name={isShort ? signatureWords.allBytes : signatureWords.firstBytes}>
            <Bytes hex={signed.first} />
          </Fact>
        )}
        {!isShort && (
          <Fact name={signatureWords.lastBytes}>
            <Bytes hex={signed.last} />
          </Fact>
        )}
      </Facts>
    </section>
  )
}

function Bytes({ hex }: { hex: string }) {
  return (
    <span className={styles.signedBytes}>
      {printableHex(hex).map((row) => (
        <span key={row.at} className={styles.signedRow}>
          <code>{row.hex}</code>
          <code className="muted">{row.text}</code>
        </span>
      ))}
    </span>
  )
}

/** So many bytes stand in one line. */
const width = 8

/** Bytes in hex, eight to a line, and beside them the same bytes as text with a middle dot for what is no printable ASCII. Pure. */
export function printableHex(hex: string): { hex: string; text: string; at: number }[] {
  const bytes = hex.match(/../g) ?? []
  return Array.from({ length: Math.ceil(bytes.length / width) }, (_, line) => {
    const row = bytes.slice(line * width, (line + 1) * width)
    return { hex: row.join(' '), text: row.map(printable).join(''), at: line * width }
  })
}

function printable(byte: string): string {
  const code = Number.parseInt(byte, 16)
  return code >= 0x20 && code < 0x7f ? String.fromCharCode(code) : '·'
}
