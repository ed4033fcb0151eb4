import { TextField } from '../ui/Field.tsx'
import { Section } from '../ui/Section.tsx'
import type { AccessProps } from './accessProps.ts'

/** Name and addresses: what is the same for every user of the environment. */
export function EnvironmentSection({ environment, draft: { form, set }, problems }: AccessProps) {
  const isSandbox = environment.kind === 'sandbox'
  return (
    <Section
      title="Name and addresses"
      lead={
        isSandbox
          ? "The sandbox's addresses and credentials are set anew at each start, so they can be tested here but not changed."
          : 'As your solutions engineer gave them to you.'
      }
    >
      <div className="access-grid">
        <TextField
          label="Name"
          value={form.name}
          onChange={(value) => set('name', value)}
          problem={problems.name}
          readOnly={isSandbox}
          maxLength={80}
        />
        <TextField
          label="Auth URL"
          mono
          inputMode="url"
          placeholder="https://login.example.com"
          value={form.authUrl}
          onChange={(value) => set('authUrl', value)}
          problem={problems.authUrl}
          hint="Tokens come from its /oauth/token."
          readOnly={isSandbox}
        />
        <TextField
          label="Base URL"
          mono
          inputMode="url"
          placeholder="https://api.example.com"
          value={form.baseUrl}
          onChange={(value) => set('baseUrl', value)}
          problem={problems.baseUrl}
          hint="Where the service's API begins."
          readOnly={isSandbox}
        />
        <TextField
          label="Client id"
          mono
          value={form.clientId}
          onChange={(value) => set('clientId', value)}
          readOnly={isSandbox}
        />
        <TextField
          label="Audience"
          mono
          value={form.audience}
          onChange={(value) => set('audience', value)}
          readOnly={isSandbox}
        />
      </div>
    </Section>
  )
}
