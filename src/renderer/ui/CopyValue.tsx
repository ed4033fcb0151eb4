import { CopyButton } from './CopyButton.tsx'

/** An id or another exact value, whole, with a button that copies it. */
export function CopyValue({ text, what }: { text: string; what: string }) {
  return (
    <span className="copy-value">
      <code>{text}</code>
      <CopyButton text={text} what={what} />
    </span>
  )
}
