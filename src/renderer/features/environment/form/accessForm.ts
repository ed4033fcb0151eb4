import type { Environment, EnvironmentInput, SecretState } from '../../../../shared/wireTypes.ts'
import { schemePreset } from '../../../../shared/signature/schemePresets.ts'
import type { Edits, EditedForm } from '../../../ui/hooks/useEdits.ts'
import { formWords } from '../settingsWords.ts'
import {
  formOfScheme,
  missingFields,
  type OwnSchemeForm,
  type OwnSchemeProblems,
  schemeOfForm,
} from './ownSchemeForm.ts'

/** Everything about an environment that Connection and Secrets edit. Pure functions only. */
export interface AccessForm {
  authUrl: string
  baseUrl: string
  /** Null keeps the sealed value; so does `audience`. */
  clientId: string | null
  audience: string | null
  username: string
  /** A new password; null keeps the stored one. */
  password: string | null
  /** Of another sender: the header with its API key; empty: a bearer token. */
  apiKeyHeader: string
  readonlyUsername: string
  readonlyPassword: string | null
  /** Id of a preset, or "own". */
  signatureScheme: string
  /** Overrides the scheme's header; empty uses the scheme's. */
  signatureHeader: string
  ownScheme: OwnSchemeForm | null
  /** A new secret, token or public key; null keeps the stored one. */
  sharedSecret: string | null
  /** A signed value that requests do not include, such as PayPal's webhook id. */
  signatureSetting: string
}

const passwords: readonly (keyof AccessForm)[] = ['password', 'readonlyPassword', 'sharedSecret']
const passwordsAndNames: readonly (keyof AccessForm)[] = [...passwords, 'clientId', 'audience']

/** The fields that are kept in memory only. */
export function secretsOf({ sealedNames }: Environment): readonly (keyof AccessForm)[] {
  return sealedNames.clientId === null && sealedNames.audience === null ? passwords : passwordsAndNames
}

/** Converts the stored environment into a form without edits. */
export function storedAccess(environment: Environment): AccessForm {
  const { authUrl, baseUrl, clientId, audience, sealedNames, username, readonlyUsername } = environment
  const { signatureScheme, signatureHeader, ownScheme } = environment
  return {
    authUrl,
    baseUrl,
    clientId: sealedNames.clientId === null ? clientId : null,
    audience: sealedNames.audience === null ? audience : null,
    username,
    password: null,
    apiKeyHeader: environment.apiKeyHeader,
    readonlyUsername,
    readonlyPassword: null,
    signatureScheme,
    signatureHeader: signatureHeader === schemeHeader(environment) ? '' : signatureHeader,
    ownScheme: ownScheme === null ? null : formOfScheme(ownScheme),
    sharedSecret: null,
    signatureSetting: environment.signatureSetting,
  }
}

/** The header that the stored scheme uses by default. */
function schemeHeader({ signatureScheme, ownScheme }: Environment): string | undefined {
  return (signatureScheme === 'own' ? ownScheme : schemePreset(signatureScheme))?.header
}

/** Converts edits into the input of a save: only edited fields, trimmed except for passwords. */
export function accessInput({ ownScheme, ...edits }: Edits<AccessForm>): Partial<EnvironmentInput> {
  const sent = Object.entries(edits).flatMap(([field, value]): [string, string][] => {
    if (value === null || value === undefined) return []
    if (field === 'sharedSecret' && value === '') return []
    const isPassword = passwords.some((secret) => secret === field)
    return [[field, isPassword ? value : value.trim()]]
  })
  const described = ownScheme === null || ownScheme === undefined ? {} : { ownScheme: schemeOfForm(ownScheme) }
  return { ...Object.fromEntries(sent), ...described }
}

const credentialFields: readonly (keyof AccessForm)[] = [
  'authUrl',
  'baseUrl',
  'clientId',
  'audience',
  'username',
  'password',
  'readonlyUsername',
  'readonlyPassword',
]

/** The credentials among the edits, for a test that stores nothing. */
export function triedCredentials(edits: Edits<AccessForm>): Partial<EnvironmentInput> {
  return accessInput(
    Object.fromEntries(Object.entries(edits).filter(([field]) => credentialFields.some((name) => name === field))),
  )
}

type Problems = Partial<Record<keyof AccessForm, string>>

/** Validates a form: returns the problems by field. */
export function accessProblems(form: AccessForm): Problems {
  const problems: Problems = {}
  for (const field of ['authUrl', 'baseUrl'] as const) {
    if (form[field].trim() !== '' && !isHttpUrl(form[field].trim())) {
      problems[field] = formWords.giveAddress
    }
  }
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]{0,128}$/.test(form.signatureHeader.trim())) {
    problems.signatureHeader = formWords.giveHeaderName
  }
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]{0,128}$/.test(form.apiKeyHeader.trim())) {
    problems.apiKeyHeader = formWords.giveHeaderName
  }
  if (form.signatureScheme === 'own' && form.ownScheme !== null) {
    const [missing] = Object.values(missingFields(form.ownScheme))
    if (missing !== undefined) problems.ownScheme = missing
  }
  return problems
}

const labels: Partial<Record<keyof AccessForm, string>> = {
  authUrl: formWords.authUrl,
  baseUrl: formWords.baseUrl,
  signatureHeader: formWords.signatureHeader,
  apiKeyHeader: formWords.apiKeyHeader,
  ownScheme: formWords.ownScheme,
}

/** Returns the first problem with the name of its field, which may be out of view; null when there is none. */
export function firstProblem(problems: Problems): string | null {
  const [first] = Object.entries(problems)
  return first === undefined ? null : `${labels[first[0] as keyof AccessForm] ?? first[0]}: ${first[1]}`
}

function isHttpUrl(text: string): boolean {
  return /^https?:$/.test(URL.parse(text)?.protocol ?? '')
}

/** Describes the values missing for a token request as this user; null when none are missing. */
export function missingFor(form: AccessForm, as: 'master' | 'readonly', environment: Environment): string | null {
  const { password, readonlyPassword, sealedNames } = environment
  const isMaster = as === 'master'
  const filledIn = {
    authUrl: isText(form.authUrl),
    clientId: isText(form.clientId) || keeps(form.clientId, sealedNames.clientId),
    audience: isText(form.audience) || keeps(form.audience, sealedNames.audience),
    username: isText(isMaster ? form.username : form.readonlyUsername),
    password: isMaster ? isGiven(form.password, password) : isGiven(form.readonlyPassword, readonlyPassword),
  }
  const { inSentence, fillInFirst } = formWords
  const missing = fieldsOfToken.filter((field) => !filledIn[field])
  return missing.length === 0 ? null : fillInFirst(missing.map((field) => inSentence[field]))
}

const fieldsOfToken = ['authUrl', 'clientId', 'audience', 'username', 'password'] as const

function isText(text: string | null): boolean {
  return text !== null && text.trim() !== ''
}

/** Passwords may have blanks. */
function isGiven(text: string | null, stored: SecretState): boolean {
  return stored.set || (text !== null && text !== '')
}

/** Whether a sealed text is stored and kept. */
function keeps(text: string | null, stored: SecretState | null): boolean {
  return text === null && stored?.set === true
}

/** Props of every section of an environment's form. */
export interface AccessProps {
  environment: Environment
  draft: EditedForm<AccessForm>
  problems: ReturnType<typeof accessProblems>
  /** Problems of the own scheme that the engine reported at the last save. */
  refused: OwnSchemeProblems
  /** Clears `refused` after an edit. */
  clearRefusal: () => void
}
