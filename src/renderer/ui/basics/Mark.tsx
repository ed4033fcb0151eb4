import { sealOutline } from './Seal.tsx'

/** The mark of Hookscope: the seal, with a hook carved out of it. */
export function Mark({ size = 22 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" data-part="mark">
      <path d={sealOutline} fill="var(--ink)" />
      <path
        d="M14.6 6.2V13.6A3.4 3.4 0 0 1 7.8 13.6L7.8 12.4M7.8 12.2 9.9 14.2"
        fill="none"
        stroke="var(--rail)"
        strokeWidth="1.9"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
