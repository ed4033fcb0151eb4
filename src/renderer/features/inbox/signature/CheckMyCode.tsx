import { useState } from 'react'
import { isVerified } from '../../../../shared/model.ts'
import type { Delivery, Explanation } from '../../../../shared/wireTypes.ts'
import { useClient } from '../../../data/state/useApp.ts'
import { useCall } from '../../../data/state/calls.ts'
import { Form } from '../../../ui/fields/Form.tsx'
import { Button } from '../../../ui/basics/Button.tsx'
import { TextField } from '../../../ui/fields/Field.tsx'
import { signatureWords } from './words.ts'
import { FindingList, RuledOut } from './FindingList.tsx'
import tabsStyles from '../../../ui/layout/Tabs.module.css'
import findingListStyles from './FindingList.module.css'
import styles from './SignatureTab.module.css'

/** The other direction: the digest that the person's own code computed goes in, what that code hashed comes out. */
export function CheckMyCode({ delivery }: { delivery: Delivery }) {
  const client = useClient()
  const [digest, setDigest] = useState('')
  const check = useCall(async () => client.deliveries.explain({ id: delivery.id, digest }))
  return (
    <section className={tabsStyles.group} aria-label={signatureWords.check}>
      <h3>{signatureWords.check}</h3>
      <p className={styles.tabLead}>
        {isVerified(delivery.verdict) ? signatureWords.checkLeadRight : signatureWords.checkLead}
      </p>
      <Form
        className={styles.checkForm}
        onSubmit={() => {
          void check.run()
        }}
      >
        <TextField
          label={signatureWords.checkField}
          mono
          maxLength={4096}
          value={digest}
          onChange={(value) => {
            setDigest(value)
            check.reset()
          }}
          problem={check.problem?.message}
          hint={signatureWords.checkHint}
          after={
            <Button type="submit" busy={check.busy}>
              {signatureWords.checkIt}
            </Button>
          }
        />
      </Form>
      <div aria-live="polite">
        {check.answer !== undefined && check.problem === null && !check.busy && <Found explanation={check.answer} />}
      </div>
    </section>
  )
}

function Found({ explanation }: { explanation: Explanation }) {
  const proven = explanation.findings.some(({ kind }) => kind === 'proof')
  return (
    <div className={styles.cause}>
      <FindingList findings={explanation.findings} />
      {!proven && explanation.tried > 0 && (
        <p className={findingListStyles.advice}>
          {signatureWords.checkUnexplained} <span className="muted">{signatureWords.checkUnexplainedNext}</span>
        </p>
      )}
      <RuledOut explanation={explanation} open={!proven} />
    </div>
  )
}
