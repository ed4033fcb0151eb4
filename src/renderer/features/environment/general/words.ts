import type { EnvironmentColour } from '../../../../shared/codes/environmentColours.ts'
import { countOf } from '../../../../shared/words/counts.ts'
import { ended } from '../../../text/format.ts'

/** Texts about environments: their list and the dialogs about one of them. */
export const environmentWords = {
  general: 'General',
  generalLead: 'Name, colour, copies and deletion of this environment.',
  overview: 'Overview',
  copies: 'Copies',
  copiesLead: 'An exported file holds the settings without any secret.',
  export: 'Export',
  danger: 'Danger zone',
  dangerLead:
    'Deletes the addresses, credentials and secrets of this environment. You choose whether its deliveries stay.',
  deliveriesHead: 'Deliveries',
  lastDelivery: 'Last delivery',
  count: (count: number) => countOf(count, 'delivery', 'deliveries'),
  failed: (count: number) => `${countOf(count, 'failed delivery', 'failed deliveries')} not looked at`,
  marks: 'Appearance',
  marksLead: 'Marks this environment on every screen. Changes take effect at once.',
  colour: 'Colour',
  noColour: 'None',
  colours: {
    red: 'Red',
    orange: 'Orange',
    yellow: 'Yellow',
    green: 'Green',
    teal: 'Teal',
    blue: 'Blue',
    purple: 'Purple',
    pink: 'Pink',
  } satisfies Record<EnvironmentColour, string>,
  production: 'This is production',
  productionHint:
    'Every screen shows the word and the colour (red by default), and Hookscope asks before changing anything at the service.',
  name: 'Name',
  exportAll: 'Export all',
  builtInNote: 'Built in: it cannot be renamed or deleted.',
  duplicateNamed: (name: string) => `Duplicate ${name}`,
  exportNamed: (name: string) => `Export ${name}`,
  renameNamed: (name: string) => `Rename ${name}`,
  deleteNamed: (name: string) => `Delete environment ${name}`,
  cancel: 'Cancel',
  close: 'Close',

  create: 'Create environment',
  newOne: 'New environment',
  nameOfNew: 'Name of the new environment',
  sender: 'Sender of the new environment',
  newExample: 'Acme, test',
  newHint: 'We switch to it now, ready to be filled in.',
  newSenderHint: 'We switch to it now. Setup shows its URL and the remaining steps.',
  findSender: (count: number) => `Search ${countOf(count, 'sender')}`,
  noSender: 'No sender found. Choose Standard Webhooks, then describe your own scheme under Secrets.',
  chosenSender: (sender: string) => `Chosen: ${sender}.`,
  generate: 'Generate secret',
  chooseSecret: (sender: string, name: string) =>
    `You choose it: generate one, or paste yours. Enter the same at ${sender}${name === '' ? '' : ` as "${name}"`}.`,
  pasteSecret: (sender: string, name: string) =>
    `${sender} shows it${name === '' ? '' : ` as "${name}"`}. It can be added later.`,
  bringsSecret: 'This sender sends the secret itself: leave it empty, and accept the secret when it arrives.',

  duplicate: 'Duplicate',
  copyName: 'Name of the copy',
  copyNameOf: (name: string) => `${name} (copy)`,
  copyHint: 'It gets a receiver address of its own, and nothing is applied at the service for it.',
  copyOfSandboxHint:
    'The copy is an environment like any other. The sandbox has other addresses after the next start, and the copy keeps those of now.',
  withSecrets: 'With its secrets',
  withSecretsHint: 'Passwords and shared secrets are copied too. Off: enter them again.',
  noSecrets: 'It has no password and no shared secret to copy.',

  rename: 'Rename',
  newName: 'New name',
  giveName: 'Give the environment a name.',

  deleteQuestion: (name: string) => `Delete ${name}?`,
  deleteIt: 'Delete environment',
  keepIt: 'Keep it',
  deleteNote:
    'Its addresses, credentials and secrets are permanently deleted. Requests to its receiver address then get 404, so switch the webhook config off at the service first.',
  noDeliveries: 'It has no deliveries.',
  itsDeliveries: 'Its deliveries',
  keep: (deliveries: string) => `Keep ${deliveries}`,
  keepNote: 'The inbox still lists them among those of all environments, and scripts read them through the API.',
  deleteToo: (deliveries: string) => `Delete ${deliveries} too`,
  deleteTooNote: 'Permanently deletes bytes, verdicts and fetched objects. This cannot be undone.',
  deleted: (name: string, deliveries: number) => {
    const also = deliveries === 0 ? '' : `, and ${countOf(deliveries, 'delivery', 'deliveries')} with it`
    return `${name} was deleted${also}.`
  },
  /** Used while the number is unknown. */
  itsUncounted: 'its deliveries',
  countedDeliveries: (count: number) => `its ${countOf(count, 'delivery', 'deliveries')}`,

  importTitle: 'Import environments',
  importIt: 'Import',
  importNote: 'A file that "Export" made. Each environment becomes a new one; those that are here stay as they are.',
  chooseFile: 'Choose a file',
  file: 'File',
  orText: 'Or paste its content',
  textExample: '{"format": "hookscope-environments", …',
  doesNotFit: 'Nothing was imported, because the file does not fit:',
  imported: (names: readonly string[]) =>
    ended(`${countOf(names.length, 'environment')} imported: ${names.join(', ')}`),
  chooseFirst: 'Choose a file, or paste its content.',
  tooLarge: 'The file is larger than 4 MB, so it cannot be an environments file.',
  noJson: (reason: string) => `This is not JSON, so nothing was imported: ${reason}.`,
  endsEarly: 'it ends too early',
  noEnvironments: 'This is JSON, but no file of environments: it has "format": "hookscope-environments".',
  /** From 1. */
  whose: (number: number) => `Environment ${number}`,
  andMore: (count: number) => `And ${countOf(count, 'thing')} more.`,
} as const
