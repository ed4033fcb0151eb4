import type { CallReason } from '../codes/callFailures.ts'
import type { Problem } from '../codes/problems.ts'
import { callSentence } from './callFailures.ts'
import { targetSentence } from './sending/checks.ts'
import { filterSentence } from './filters.ts'
import { deliveryCount } from './counts.ts'
import { limitWords } from './durations.ts'
import { formatBytes } from './sizes.ts'
import { inWords, type WordsOf } from './wordsOf.ts'
import { breakSentence } from './sending/sending.ts'
import { privateKeySentence, publicKeySentence } from './publicKeys.ts'
import { responseRuleSentence } from './responses.ts'

const words: WordsOf<Exclude<Problem, CallReason>> = {
  'no-environment': ({ id }) => `There is no environment with the id "${id}". It may have been deleted.`,
  'no-delivery': ({ id }) => `There is no delivery with the id "${id}". It may have been deleted.`,
  'no-saved-filter': ({ id }) => `There is no saved filter with the id "${id}". It may have been deleted.`,
  'no-forward-rule': ({ id }) => `There is no forwarding rule with the id "${id}". It may have been deleted.`,
  'forward-target-unreadable': ({ target }) =>
    `"${target}" is not a URL. Give one such as http://127.0.0.1:3000/webhooks.`,
  'forward-target-with-user': () =>
    'The address to forward to holds a user name or password, which others could read; leave them out.',
  'forward-target-with-fragment': ({ fragment }) =>
    `The address to forward to ends with "${fragment}", which is never sent to a server; leave it out.`,
  'forward-target-own-port': ({ port }) =>
    `Port ${port} is one of Hookscope’s own, so nothing is forwarded there. Give the port that your app listens on.`,
  'forward-target-leads-back': () =>
    'This address leads back to the receiver, so each delivery would come again for ever. Give the address of your app.',
  'forward-host-not-allowed': ({ host }) =>
    `${host} is not this machine, so deliveries are forwarded there only when you allow that host.`,
  'forward-filter-too-early': ({ term }) =>
    `${term} is not known yet when a delivery is forwarded, so this rule would not match as it says. Leave it out.`,
  'forward-rule-twice': ({ id }) => `Two rules have the id "${id}". Leave the id out for a new rule.`,
  'forward-rule-doubled': ({ name }) =>
    `The rule "${name}" sends the same deliveries to the same address already, so your app would get each of them twice. Give the new rule another filter or address, or switch one of them off.`,
  'forward-rule-off': ({ name }) => `The rule "${name}" is off, so nothing is sent. Switch it on, then catch up.`,
  'no-check': () => 'There is no check with this id. Only the newest 20 are kept.',
  'check-target-refused': ({ problem, url }) => targetSentence(problem, url, null),
  'no-shrink': ({ id }) => `There is no search "${id}". Only the newest 20 are kept, until Hookscope ends.`,
  'shrink-running': () => 'Another search for the smallest failing delivery is running. Wait for it, or cancel it.',
  'shrink-without-result': () => 'This search has not found a failing delivery, so there is nothing to save.',
  'shrink-needs-json': () =>
    'Only a body that is JSON or a form can be made smaller part by part. This one is neither, or is empty.',
  'no-comparison': () => 'There is no comparison with this id. Only the newest 10 since the last start are kept.',
  'no-order-run': () => 'There is no run with this id. Only the newest 10 since the last start are kept.',
  'ignore-unreadable': ({ text }) =>
    `"${text}" cannot be ignored. Give a JSON pointer such as /meta/version, or one of time, body and order.`,
  'schedule-unreadable': ({ text, count }) =>
    `"${text}" is no schedule. It takes numbers of deliveries from 1 to ${count}, in the order in which they are sent: 2 1, with + at the same time (1+2), with ~ a lost answer (~1 1).`,
  'orders-running': () => 'Another run of orders is under way. Wait for it, or cancel it.',
  'app-not-reset': ({ detail }) =>
    `The app could not be reset: ${detail}. Nothing more was sent. Look whether the app still runs, and correct --reset if it does.`,
  'app-state-unreadable': ({ detail }) =>
    `The state of the app could not be read: ${detail}. Nothing more was sent. Look whether the app still runs, and correct --state if it does.`,
  'comparison-running': () => 'Another comparison is running. Wait for it, or cancel it.',
  'api-port-taken': ({ port, detail }) =>
    `The API of the stored snapshots cannot listen on port ${port}: ${detail} Nothing was sent. Give another port, or 0 for any free one.`,
  'check-running': () => 'Another check is running. Wait for it, or cancel it.',
  'contract-unusable': ({ place, detail }) => `The contract cannot be used. ${place}: ${detail}`,
  'no-contract-example': ({ message, nearest }) =>
    nearest === null || message === null
      ? 'The contract has no example of a message, so nothing was sent. Give a captured delivery or a body.'
      : `The contract has no example of the message "${message}", so nothing was sent. It has one of ${nearest}.`,
  'no-such-probe': ({ name }) => `There is no probe "${name}". hookscope check --list names them all.`,
  'follow-ups-uncountable': () =>
    'Effects can be counted by requests to the sandbox only where the deliveries are the service’s, about a type of object that the sandbox has, so nothing was sent. Choose another delivery, or do not count effects.',
  'object-unseen': () => 'Nothing was received about this object yet.',
  'secret-not-set': () => 'This secret is not set.',
  'no-such-secret': () => 'This environment has no shared secret with this id.',
  'no-such-offer': () => 'There is no secret with this id to decide on. It may have been accepted or dropped already.',
  'no-backup': ({ name }) => `There is no backup with the name "${name}". It may have been deleted.`,
  'storage-busy': () => 'Another backup, check or compaction is running. Try again when it has ended.',
  'storage-cancelled': ({ kind }) => cancelledWork[kind],
  'compaction-goes-on': () =>
    'A compaction cannot be cancelled once it runs. Deliveries wait until it has ended, and none is lost.',
  'backup-unusable': ({ detail }) => `${detail} Nothing was changed.`,
  'storage-failed': ({ detail }) => `It could not be done: ${detail}. Nothing was changed.`,
  'nothing-to-confirm': () => 'This delivery does not ask to confirm a subscription, so nothing was fetched.',
  'confirmation-unproven': () =>
    'The signature of this request is not valid, so it may come from a different sender. Nothing was fetched. Check the certificate of this environment.',
  'filter-unreadable': ({ problem }) => filterSentence(problem),
  'filter-words-not-counted': ({ word }) =>
    `Words are not counted, because each body would have to be read for them. Leave ${word} out.`,
  'secret-only-prefix': ({ prefix }) =>
    `The secret is only the prefix "${prefix}", which the scheme removes: the key would be empty, and anyone could sign. Paste the whole secret.`,
  'public-key-unusable': ({ problem }) => `This is not a public key of the sender. ${publicKeySentence(problem)}`,
  'key-url-not-allowed': ({ url }) =>
    `${url} is not one of the sender's own addresses for its keys, so nothing was requested. Paste the key.`,
  'key-to-paste': () => 'This sender does not publish its key for everybody. Copy it from its dashboard and paste it.',
  'key-needs-credentials': () =>
    'This sender gives its keys only to those who sign in to its API. Fetch them there and paste them.',
  'key-url-unknown': () =>
    'The deliveries name the address of the certificate, and none here names one of the sender’s own yet. Wait for the first delivery, or paste the certificate.',
  'key-not-published': ({ url, status }) =>
    `${url} answered ${status} instead of a key. Try again later, or paste the key.`,
  'response-rules-refused': ({ problem }) => responseRuleSentence(problem),
  'own-scheme-missing': () => 'For signatureScheme "own" describe the scheme in ownScheme.',
  'scheme-unknown': ({ scheme, known }) => `There is no signature scheme "${scheme}". Take one of ${known.join(', ')}.`,
  'file-without-environments': () => 'There is no environment in this file, so nothing was imported.',
  'variable-unusable': ({ variable, detail }) => `${variable} is not usable: ${detail}`,
  'no-secret-to-verify': () =>
    'Without a shared secret nothing can be verified. Generate one before you enable the webhook-config.',
  'environment-name-taken': ({ name }) =>
    `There is already an environment with the name "${name}". Choose another name.`,
  'filter-name-taken': ({ name }) => `There is already a saved filter with the name "${name}". Choose another name.`,
  'too-many-filters': ({ max }) => `There are already ${max} saved filters. Delete one that is not needed.`,
  'webhook-config-never-applied': () =>
    'This app has not applied the webhook-config yet, so nothing can have drifted. Apply it first.',
  'deletion-settled': () => 'This deletion can no longer be undone: its time is over, or it was undone already.',
  'sandbox-stays': () => 'The sandbox is built in and cannot be deleted.',
  'current-secret-stays': () => 'This is the current secret. Set another secret first, then retire this one.',
  'leads-to-receiver': () =>
    'This address leads to Hookscope itself, so nothing was sent. Sent to its receiver, the delivery comes in once more as a new one; say that you want that (toReceiver), or give the address of your app.',
  'leads-to-hookscope': () =>
    'This port is Hookscope’s own, but not its receiver, so nothing was sent. Give the address of the receiver, or of your app.',
  'body-incomplete': ({ kept }) =>
    `Only the first ${kept} bytes of this delivery are known, so it was not sent: your app would get something that was never sent. Give a body of your own to send it anyway.`,
  'header-unsendable': ({ name }) =>
    `The header ${JSON.stringify(name)} has a character in it that no header may have, such as a line feed, so the delivery was not sent.`,
  'path-leads-up': () =>
    'The path has a segment “..” (or one that some servers read so), which leads out of the path of the target, so nothing was sent. Give the target’s whole address instead.',
  'no-secret-to-sign': () =>
    'The environment of this delivery has no shared secret to sign with. Set one under Secrets, or send it as it came.',
  'hash-missing': ({ hash }) =>
    `This runtime's crypto has no ${hash}, so nothing can be signed with it here. Send the delivery as it came.`,
  'only-sender-signs': ({ scheme }) =>
    `${scheme} signs with a key that only the sender has, so nothing could be signed here. Send the delivery as it came.`,
  'signing-secret-unknown': ({ fingerprint }) =>
    `No environment has a shared secret with the fingerprint ${fingerprint}. It may have been removed; choose another one.`,
  'signing-secret-unusable': ({ label }) =>
    `The shared secret "${label}" is not a key for the signature scheme of this environment, so nothing could be signed. Look at both under Secrets, or send the delivery as it came.`,
  'no-scenario': ({ name, folder }) =>
    `There is no scenario "${name}", neither bundled nor in ${folder}. GET /scenarios lists them.`,
  'no-scenario-run': ({ id }) => `There is no run "${id}" of a scenario. Only the newest runs are kept.`,
  'scenario-wrong': ({ problems }) => {
    const [first] = problems
    const more = problems.length < 2 ? '' : ` (and ${problems.length - 1} more)`
    return first === undefined
      ? 'The scenario is wrong.'
      : `Line ${first.line}, column ${first.column}: ${first.message}${more}`
  },
  'scenario-nothing-named': ({ what, name, known }) =>
    `There is no ${whatWords[what]} "${name}". ${known.length === 0 ? 'There are none.' : `Known: ${known.join(', ')}.`}`,
  'scenario-nothing-known': ({ step, what }) =>
    `The step ${step} has left no ${what}: it was skipped, or got no answer.`,
  'scenario-no-place': ({ pointer }) => `The body has no place for ${pointer}, so nothing can be set there.`,
  'scenario-command-failed': ({ command, detail }) =>
    `The command "${command}" could not be run: ${detail || 'it did not start'}.`,
  'scenario-effects-unreadable': ({ from, text }) =>
    `The number of effects could not be read: ${from} answered ${text === '' ? 'nothing' : `"${text}"`}, not a whole number.`,
  'scenario-target-silent': ({ host, limitMs }) =>
    `Nothing listens at ${host}, for ${limitWords(limitMs)} now. Start your app, or give its address with --target.`,
  'scenario-running': ({ name }) =>
    `The scenario "${name}" runs in this environment, or is paused. Cancel it under Send → Scenarios, or wait until it ends.`,
  'scenario-key-missing': ({ sender }) =>
    `${sender} signs with a private key that only it has. Sign with one of your own (--key-file FILE), whose public key your app has to trust, or send unsigned (sign: none).`,
  'scenario-key-unneeded': ({ sender }) =>
    `A private key was given, but ${sender} signs with a shared secret. Give that one instead (--secret-env NAME).`,
  'record-several-environments': ({ names }) =>
    `These deliveries are of ${names.join(', ')}, and a scenario has one environment. Record one of them at a time.`,
  'record-too-many': ({ found, max }) =>
    `These are ${deliveryCount(found)}, and a recording takes at most ${max}. Choose fewer with a filter, such as after:10m.`,
  'record-too-large': ({ bytes, max }) =>
    `The scenario would have ${formatBytes(bytes)}, and a file has at most ${formatBytes(max)}. Choose fewer deliveries.`,
  'scenario-not-written': ({ file, detail }) =>
    `${file} could not be written: ${detail}. Check the folder of the scenarios.`,
  'no-fixture': ({ name, folder }) =>
    `There is no fixture "${name}" in ${folder}. Check the name and the folder (HOOKSCOPE_FIXTURES).`,
  'no-send-run': ({ id }) => `There is no run with the id "${id}". It may be over for long; start another one.`,
  'no-environment-named': ({ name }) =>
    `There is no environment with the name "${name}". Create it, or choose one that there is.`,
  'not-a-fixture': ({ name, problem }) =>
    `"${name}" is not a fixture: ${problem}. Correct the file; its format is in docs/fixtures.md.`,
  'private-key-unusable': ({ problem }) => `This is not a private key to sign with. ${privateKeySentence(problem)}`,
  'sends-to-itself': () =>
    'This address leads back to the receiver from outside, so nothing was sent. Send to the receiver itself, or to your app.',
  'host-not-allowed': ({ host }) =>
    `${host} is not on this machine, so nothing was sent. Allow this host first, if it is yours.`,
  'break-impossible': ({ kind, why }) => breakSentence(kind, why),
  'body-takes-no-signature': ({ scheme }) =>
    `${scheme} cannot sign this body, so nothing was sent: its signature needs a field that the body lacks, or the body has to be a form. Start from its example.`,
  'no-secret-to-send': () =>
    'This environment has no secret to sign with. Set one under Secrets, or give one; a command takes --secret-env NAME.',
  'secret-in-variable': ({ variable }) =>
    `This fixture signs with the variable ${variable}, which only the command line and tests read. Choose a secret here, or run: hookscope send.`,
  'nothing-to-send': () => 'No stored delivery matches, so nothing was sent. Change the filter.',
  'too-many-to-send': ({ max }) => `More than ${max} stored deliveries match. Narrow the filter.`,
  'too-many-runs': ({ max }) => `${max} runs are under way, which is as many as there can be. Cancel one, or wait.`,
  'run-too-long': ({ hours }) =>
    `This run would take ${hours} hours; 24 is the most. Choose a higher speed or rate, or fewer requests.`,
  'no-case': ({ id }) => `There is no opened case ${id}. It was closed, or the id is wrong. Open the file again.`,
  'no-run': ({ id }) => `There is no run ${id}. It ended or was cancelled; start it again.`,
  'file-without-deliveries': ({ why }) =>
    `The file has no delivery that could be read, so nothing was opened.${why === '' ? ' It is empty.' : ` ${why}`} Choose a case file, a JSON or NDJSON export of Hookscope, or a HAR.`,
  'file-too-large': ({ max }) =>
    `The file has more than ${Math.round(max / 1024 / 1024 / 1024)} GiB, so it was not opened. Export it in parts, with a filter for each.`,
  'nothing-to-export': () => 'No delivery matches, so there is nothing to export. Change the filter or the selection.',
  'redaction-failed': ({ delivery, detail }) =>
    `Delivery ${delivery} could not be redacted, so nothing more is exported (${detail}). Try again, or leave this delivery out of the selection.`,
  'case-read-only': () =>
    'A delivery out of a file can only be looked at. Only your own deliveries can be changed, sent or deleted.',
  'desktop-only': () => 'Only the desktop app can do this. Start it with `npm start`.',
  'no-log-file': () => 'There is no log file, because the data folder cannot be written to.',
  'file-not-opened': ({ path, detail }) => `${path} could not be opened: ${detail}`,
  'readonly-password-missing': () =>
    'The service accepted the request, but its answer has no readonlyPassword. The user may exist now; ask the operator for its password.',
  'no-answer': () => 'The service did not answer.',
  'sandbox-gave-no-token': () => 'The sandbox gave no token.',
  'demo-incomplete': ({ detail }) => `The demo made no delivery. ${detail} Look at the outbox under Sandbox.`,
  'scenario-notification-missing': ({ limitMs }) =>
    `The sandbox sent, but no notification came within ${limitWords(limitMs)}. Look at the outbox under Sandbox.`,
  'choice-not-kept': ({ detail }) =>
    `The choice applies until Hookscope ends, but it could not be saved: ${detail}. Check the data folder.`,
  'fixture-not-written': ({ file, detail }) =>
    `${file} could not be written: ${detail}. Check the folder of the fixtures.`,
}

const whatWords = {
  event: 'published example or fixture',
  object: 'object of the sandbox',
  secret: 'secret with the label',
  step: 'delivery of the step',
}

/** The problem, its cause, and the next step. */
export function problemSentence(problem: Problem): string {
  return isOwn(problem) ? inWords(words, problem) : callSentence(problem)
}

function isOwn(problem: Problem): problem is Exclude<Problem, CallReason> {
  return problem.code in words
} /** The state of the files after work on them was cancelled. */
const cancelledWork = {
  compact: 'The compaction was cancelled. Nothing was changed.',
  'back-up': 'The backup was cancelled. Nothing of it is left on the disk.',
  check: 'The check was cancelled. It changes nothing.',
  restore: 'The restore was cancelled. The data stays as it is.',
} as const
