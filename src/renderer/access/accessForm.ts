import type { Environment, EnvironmentInput } from '../../shared/wireTypes.ts'
import { schemePreset } from '../../shared/signature/schemePresets.ts'
import type { Edits } from '../ui/edits.ts'
import { formOfScheme, missingFields, type OwnSchemeForm, schemeOfForm } from './signature/ownSchemeForm.ts'

/** Everything about an environment that the Access screen edits. Pure functions only. */
export interface AccessForm {
  name: string
  authUrl: string
  baseUrl: string
  clientId: string
  audience: string
  username: string
  /** A new password; null keeps the stored one. */
  password: string | null
  readonlyUsername: string
  readonlyPassword: string | null
  /** Id of a preset, or "own". */
  signatureScheme: string
  /** Another header than the scheme's; empty for the scheme's. */
  signatureHeader: string
  ownScheme: OwnSchemeForm | null
}

export const accessSecrets: readonly (keyof AccessForm)[] = ['password', 'readonlyPassword']

/** What is stored, as a form without edits. */
export function storedAccess(environment: Environment): AccessForm {
  const { name, authUrl, baseUrl, clientId, audience, username, readonlyUsername } = environment
  const { signatureScheme, signatureHeader, ownScheme } = environment
  return {
    name,
    authUrl,
    baseUrl,
    clientId,
    audience,
    username,
    password: null,
    readonlyUsername,
    readonlyPassword: null,
    signatureScheme,
    signatureHeader: signatureHeader === schemeHeader(environment) ? '' : signatureHeader,
    ownScheme: ownScheme === null ? null : formOfScheme(ownScheme),
  }
}

/** The header that the stored scheme would use by itself. */
function schemeHeader({ signatureScheme, ownScheme }: Environment): string | undefined {
  return (signatureScheme === 'own' ? ownScheme : schemePreset(signatureScheme))?.header
}

/** What a save sends: only what was edited, trimmed where blanks around a value are never meant. Passwords as typed. */
export function accessInput({ ownScheme, ...edits }: Edits<AccessForm>): Partial<EnvironmentInput> {
  const sent = Object.entries(edits).flatMap(([field, value]): [string, string][] => {
    if (value === null || value === undefined) return []
    const isPassword = accessSecrets.some((secret) => secret === field)
    return [[field, isPassword ? value : value.trim()]]
  })
  const described = ownScheme === null || ownScheme === undefined ? {} : { ownScheme: schemeOfForm(ownScheme) }
  return { ...Object.fromEntries(sent), ...described }
}

type Problems = Partial<Record<keyof AccessForm, string>>

/** What keeps a form from being saved, by field. */
export function accessProblems(form: AccessForm): Problems {
  const problems: Problems = {}
  if (form.name.trim() === '') problems.name = 'Give the environment a name.'
  for (const field of ['authUrl', 'baseUrl'] as const) {
    if (form[field].trim() !== '' && !isHttpUrl(form[field].trim())) {
      problems[field] =
        'Give an absolute address that starts with http:// or https://, for example https://api.example.com'
    }
  }
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]{0,128}$/.test(form.signatureHeader.trim())) {
    problems.signatureHeader = 'A header name has letters, digits and hyphens only.'
  }
  if (form.signatureScheme === 'own' && form.ownScheme !== null) {
    const [missing] = Object.values(missingFields(form.ownScheme))
    if (missing !== undefined) problems.ownScheme = missing
  }
  return problems
}

const labels: Partial<Record<keyof AccessForm, string>> = {
  name: 'Name',
  authUrl: 'Auth URL',
  baseUrl: 'Base URL',
  signatureHeader: 'Signature header',
  ownScheme: 'Own scheme',
}

/** What to mend first, with the field's name: the field may be out of sight. Null when all is well. */
export function firstProblem(problems: Problems): string | null {
  const [first] = Object.entries(problems)
  return first === undefined ? null : `${labels[first[0] as keyof AccessForm] ?? first[0]}: ${first[1]}`
}

function isHttpUrl(text: string): boolean {
  return /^https?:$/.test(URL.parse(text)?.protocol ?? '')
}

const masterFields = {
  authUrl: 'auth URL',
  clientId: 'client id',
  audience: 'audience',
  username: 'username',
} as const

/** What a token request as this user still lacks, as a sentence; null when it can be tried. */
export function missingFor(form: AccessForm, as: 'master' | 'readonly', environment: Environment): string | null {
  const missing: string[] = Object.entries(masterFields)
    .filter(([field]) => as === 'master' || field !== 'username')
    .filter(([field]) => form[field as keyof typeof masterFields].trim() === '')
    .map(([, label]) => label)
  const [stored, typed] =
    as === 'master' ? [environment.password, form.password] : [environment.readonlyPassword, form.readonlyPassword]
  if (as === 'readonly' && form.readonlyUsername.trim() === '') missing.push('username')
  if (!stored.set && (typed === null || typed === '')) missing.push('password')
  if (missing.length === 0) return null
  const last = missing.at(-1) ?? ''
  const list = missing.length === 1 ? last : `${missing.slice(0, -1).join(', ')} and ${last}`
  return `Fill in ${list} first.`
}
