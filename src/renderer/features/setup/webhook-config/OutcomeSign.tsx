import { Check, Minus, X } from 'lucide-react'
import styles from './WebhookConfig.module.css'

/** Whether something went well, beside its words. No seal: that stands for a signature that was checked. */
export function OutcomeSign({ good }: { good: boolean | null }) {
  const Sign = good === null ? Minus : good ? Check : X
  return <Sign className={styles.sign} data-good={good ?? undefined} aria-hidden="true" />
}
