import { useAppState } from '../../../data/state/useApp.ts'
import { visibleText } from '../../../text/visibleText.ts'
import { SenderIcon, tintOf } from '../../../ui/basics/EnvironmentMark.tsx'
import { rowWords } from './words.ts'
import styles from './RowEnvironment.module.css'

/** Whose a delivery is, in a row of the list of all environments; nothing in the list of one. */
export function RowEnvironment({ id }: { id: string }) {
  const everywhere = useAppState(({ inbox }) => inbox.environmentId === null)
  const environment = useAppState(({ feed }) =>
    everywhere ? feed.environments.find((one) => one.id === id) : undefined,
  )
  if (!everywhere) return null
  const name = environment === undefined ? rowWords.deletedEnvironment : visibleText(environment.name)
  return (
    <span
      className={styles.mark}
      style={environment && tintOf(environment)}
      data-production={environment?.production || undefined}
      title={environment?.production === true ? rowWords.inProduction(name) : name}
    >
      {environment?.kind === 'sender' && <SenderIcon id={environment.signatureScheme} name={name} />}
      <span className="truncate">{name}</span>
      {environment?.production === true && <span className="unseen">{rowWords.production}</span>}
    </span>
  )
}
