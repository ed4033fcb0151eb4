import type { DoctorFinding } from '../codes/doctor.ts'
import { formatBytes } from './sizes.ts'
import { inWords, type WordsOf } from './wordsOf.ts'

const recovery =
  'Stop Hookscope and run `hookscope doctor --recover`: it copies what can be read into a new file and keeps the damaged one aside.'

/** The finding, and what to do where something needs doing. */
const words: WordsOf<DoctorFinding> = {
  'folder-sound': ({ folder, mode }) => `${folder} belongs to you (mode ${mode}), and none of its files is a link.`,
  'folder-unmakeable': ({ folder, detail }) =>
    `${folder} is not there and cannot be made: ${detail}. Choose a different one with --data.`,
  'folder-absent': ({ folder }) => `${folder} is not there yet. The first start makes it.`,
  'folder-unsafe': ({ detail }) => detail,
  'folder-readable': ({ folder, mode }) =>
    `Other users of this machine can read ${folder} (mode ${mode}). Run \`chmod 700\` on it.`,
  'space-enough': ({ free }) => `${formatBytes(free)} are free on the disk.`,
  'space-low': ({ free, needed }) =>
    `Only ${formatBytes(free)} are free on the disk; ${formatBytes(needed)} are advisable. Free some space, or set limits under Settings, Storage.`,
  'space-unknown': () => 'The system does not say how much space is free.',
  'database-sound': ({ bytes }) => `deliveries.db is sound (${formatBytes(bytes)} read).`,
  'database-emptied': () =>
    'deliveries.db is empty, but other files show that the folder had deliveries. Put the file back from a copy, or a backup in its place with `hookscope restore NAME`.',
  'database-absent': () => 'There is no deliveries.db yet. The first start makes it.',
  'deliveries-damaged': ({ detail }) => `deliveries.db is damaged (${detail}). ${recovery} Or restore a backup.`,
  'database-earlier': () =>
    'The data was written by a build before the first release, which this version cannot read. Use another folder with --data; environments come over by an export of that build. Nothing was changed.',
  'database-newer': ({ schema }) =>
    `deliveries.db was written by a newer version of Hookscope (schema ${schema}). Install that version.`,
  'database-unreadable': ({ detail }) =>
    `deliveries.db cannot be opened (${detail}). Check that the disk is there and readable. If the file is damaged: ${recovery}`,
  'restore-planned': ({ from }) =>
    `${from} takes the place of the data at the next start. Start Hookscope, or cancel it under Settings, Storage.`,
  'nothing-runs': () => 'No Hookscope runs on this folder.',
  'instance-runs': ({ pid, shell }) => `Hookscope runs on this folder (process ${pid}, ${shell}).`,
  'folder-locked': ({ detail }) => detail,
  'loopback-listens': () => 'Ports of the loopback interface can be opened.',
  'loopback-refused': ({ detail }) =>
    `No port of 127.0.0.1 can be opened (${detail}). Check the firewall and the network settings of this machine or container.`,
  'usual-port-free': ({ port }) => `The usual port of the UI, ${port}, is free.`,
  'usual-port-taken': ({ port }) =>
    `The usual port of the UI, ${port}, is taken by another program. \`serve\` takes another one; \`--ui-port\` chooses it.`,
  'key-in-keyring': () => "The key of the secrets is in the operating system's keyring, which answers.",
  'key-in-file': ({ name }) => `The key of the secrets is in ${name}, which only you can read.`,
  'key-missing': () =>
    'There is no key of secrets, and the database has sealed secrets or cannot be read, so nothing starts. Put secrets.key or secrets.keyring back from a copy of the folder. If the key is lost, run `hookscope doctor --new-key`.',
  'key-damaged': ({ name }) =>
    `The file ${name} holds no key of secrets, so nothing starts. Put it back from a copy of the folder. If the key is lost, run \`hookscope doctor --new-key\`.`,
  'key-not-made': () => 'There is no key of secrets yet. The first start makes it.',
  'key-file-open': ({ name }) =>
    `Other users can read ${name}, the key of the secrets. Run \`chmod 600\` on it, and replace the secrets.`,
  'keyring-silent': () =>
    "The key of the secrets is in the operating system's keyring, which does not answer. Sign in to the desktop session and unlock the keyring, then start again.",
  'two-keys': () =>
    'The folder names two keys of secrets. Move the one that is not in use (secrets.key or secrets.keyring) out of it.',
  'runtime-fits': ({ node, sqlite }) => `Node ${node} with SQLite ${sqlite}.`,
  'runtime-old': ({ node, needed }) => `Node ${node} is too old. Install Node ${needed} or later.`,
  'display-there': () => 'A browser can be opened on this machine.',
  'display-missing': () =>
    'There is no display, so no browser opens here. Open the address that `serve` prints through an SSH port forward.',
  'tunnel-program-found': ({ name, path }) => `${name} is at ${path}.`,
  'tunnel-program-missing': ({ name }) => `${name} is not installed. It is needed only for tunnels that use it.`,
  'tunnel-package-loads': ({ name, provider }) =>
    `${name}, which tunnels of ${provider} use, is part of this installation and loads.`,
  'tunnel-package-missing': ({ name, provider }) =>
    `${name} does not load on this system. It is needed only for tunnels of ${provider}.`,
  'proxy-none': () => 'No proxy is set. Requests go out directly.',
  'proxy-used': ({ proxy }) => `Requests to services go through the proxy ${proxy}.`,
  'proxy-unreadable': ({ variable }) =>
    `${variable} is no address of a proxy. Correct it, for example http://proxy.example:3128.`,
  'clock-plausible': () => 'The clock is plausible.',
  'clock-behind': ({ now, expected }) =>
    `The clock says ${now}, earlier than the newest stored delivery or this version (${expected}). Set it: tokens and signatures depend on it.`,
}

/** A finding as a readable sentence. */
export function doctorSentence(finding: DoctorFinding): string {
  return inWords(words, finding)
}
