import type { OfferReason, OptionTakes, TunnelReason } from '../codes/tunnel.ts'
import { callCause } from './callFailures.ts'
import { limitWords } from './durations.ts'
import { inWords, type WordsOf } from './wordsOf.ts'

const words: WordsOf<TunnelReason> = {
  'check-unanswered': ({ url, cause }) => `The check through ${url} failed. ${callCause(cause)} Checks continue.`,
  'check-redirected': ({ url, status, to }) =>
    `${url} redirects (${status}) to ${to} instead of leading to the receiver. Senders do not follow that; give the final address.`,
  'check-address-unknown': ({ url }) =>
    `${url} answers 404: the tunnel's server does not know this address any more, or it leads to another receiver.`,
  'check-refused': ({ url, status }) =>
    `${url} answers ${status}: something on the way asks for a login or refuses us. Let POST requests pass there.`,
  'check-not-forwarded': ({ url, status }) =>
    `${url} answers ${status}: the tunnel's server is there but does not reach the receiver through the tunnel.`,
  'check-web-page': ({ url, status }) =>
    `${url} answers with a web page (${status}) instead of the receiver: the tunnel puts a page of its own before it. Switch that page off there, or use another provider.`,
  'check-other-hookscope': ({ url }) => `${url} leads to another Hookscope: somebody else has this address now.`,
  'check-other-answer': ({ url, status }) =>
    `${url} was answered (${status}) by something else than the receiver. Check where the address leads.`,
  'opened-too-slowly': ({ provider, limitMs }) =>
    `${provider} did not come up within ${limitWords(limitMs)}. Check the network; it is tried again.`,
  'opening-failed': ({ provider, detail }) => `${provider} could not be opened: ${detail}. It is tried again.`,
  'cloudflared-missing': ({ path }) =>
    path === null
      ? 'The program cloudflared was not found on PATH or in the usual folders. Install it from https://developers.cloudflare.com/tunnel/downloads, or start Hookscope with its path: hookscope serve --tunnel cloudflared --tunnel-option path=/path/to/cloudflared'
      : `There is no program at ${path}. Give the whole path of cloudflared, or leave the option "path" out for the installed one.`,
  'ssh-missing': ({ platform }) => `The program ssh was not found. ${sshSource[platform] ?? sshSource['linux']}`,
  'ngrok-missing': () =>
    'The optional package @ngrok/ngrok is missing, or has no build for this system. In a checkout, install it with: npm install. Otherwise use another provider.',
  'ngrok-not-loaded': () =>
    'Too many files and connections are open to load @ngrok/ngrok. Try again when some have closed, or raise the limit on open files (ulimit -n).',
  'tunnel-unknown': ({ id, known }) => `There is no tunnel "${id}". There are: ${known.join(', ')}.`,
  'tunnel-option-unknown': ({ provider, option, known }) =>
    `${provider} has no option "${option}". ${known.length === 0 ? 'It has no options.' : `It takes: ${known.join(', ')}.`}`,
  'tunnel-option-unprintable': ({ option }) =>
    `The option "${option}" has a control character in it. Give it as one line of text.`,
  'tunnel-option-missing': ({ provider, option, label, hint }) =>
    `${provider} needs the option "${option}" (${label}). ${hint}`,
  'tunnel-option-from-command-line': ({ provider, id, option }) =>
    `The option "${option}" of ${provider} names a program to run, so only the command line can set it. ${commandLineHint(id, option)}`,
  'tunnel-option-unfit': ({ option, takes }) => optionTakes[takes](option),
  'program-missing': ({ program }) => `The program ${program} was not found.`,
  'tunnel-server-unanswered': ({ cause }) =>
    `The tunnel's server does not answer. ${callCause(cause)} It is tried again.`,
  'tunnel-server-refuses': ({ server, status, said }) =>
    `${server} refuses to open a tunnel (${status})${quoted(said)}. Ask its operator, or use another server.`,
  'tunnel-server-failed': ({ server, status, said }) =>
    `${server} could not open a tunnel: it answered ${status}${quoted(said)}. It is tried again.`,
  'tunnel-server-unlike-localtunnel': ({ server }) =>
    `${server} does not answer like a localtunnel server. Check the option "host", or leave it empty for the public one.`,
  'tunnel-name-taken': ({ server, name, given }) =>
    `The name "${name}" is taken at ${server}: it gave "${given}" instead. The old name is asked for again for a while, then another address is taken.`,
  'cloudflared-token-refused': () =>
    'Cloudflare does not accept the token. Copy it again from the Zero Trust dashboard.',
  'cloudflared-ended': ({ said }) => `cloudflared ended${after(said)}. It is started again.`,
  'ssh-host-key-changed': ({ server }) =>
    `${server} shows another host key than before. If its key was changed on purpose, remove its line from the file known_hosts in the data folder.`,
  'ssh-permission-denied': ({ server }) =>
    `${server} does not let us in (permission denied). Check user name and key; the key must work without a question.`,
  'ssh-key-unusable': ({ server }) =>
    `The key for ${server} cannot be used. Check the option "key": the file must exist, be a private key and be readable by you alone.`,
  'ssh-port-refused': ({ server }) =>
    `${server} did not give us its port: it is still taken there, or forwarding is not allowed. It is tried again.`,
  'ssh-server-unresolved': ({ server }) => `The name ${server} could not be resolved. Check it and the network.`,
  'ssh-ended': ({ server, said }) => `The ssh connection to ${server} ended${after(said)}. It is opened again.`,
  'ngrok-no-address': () => 'ngrok gave no address. It is tried again.',
  'ngrok-token-refused': ({ ngrokCode }) =>
    `ngrok does not accept the authtoken${bracketed(ngrokCode)}. Copy it again from the dashboard; it may also be in use elsewhere.`,
  'ngrok-domain-in-use': ({ ngrokCode }) =>
    `The domain is still in use by another ngrok connection${bracketed(ngrokCode)}. It is tried again.`,
  'ngrok-failed': ({ ngrokCode }) =>
    `ngrok could not open the tunnel${bracketed(ngrokCode)}. Check the network and the account; it is tried again.`,
  'ended-without-closing': () => 'Hookscope ended without closing the tunnel.',
}

/** Where ssh comes from, by platform. */
const sshSource: Readonly<Record<string, string>> = {
  win32: 'Switch on the optional feature "OpenSSH Client" in Windows.',
  darwin: 'It is part of macOS, as /usr/bin/ssh.',
  linux: 'Install it, for example with: sudo apt install openssh-client.',
}

const takes = (what: string) => (option: string) => `The option "${option}" takes ${what}.`
const urlFault = (fault: string) => (option: string) =>
  `The option "${option}" ${fault}. Give it like https://hooks.example.org.`

const optionTakes: Readonly<Record<OptionTakes, (option: string) => string>> = {
  'complete-url': urlFault('is not a complete address'),
  'web-url': urlFault('is not a web address'),
  'url-without-login': urlFault('must not hold a user name or password'),
  'url-without-query': urlFault('must end with its host or path'),
  'url-with-token': (option) =>
    `With the option "token" the option "${option}" is needed: the address of the named tunnel.`,
  'token-with-url': (option) => `The option "${option}" is for a named tunnel, which needs the option "token" too.`,
  subdomain: takes('4 to 63 lower-case letters, digits and hyphens, with no hyphen at its ends'),
  'host-name': takes('a host name without https://'),
  'bare-token': takes('the token alone, as the dashboard shows it'),
  'user-at-host': takes('user@host, as ssh does'),
  port: takes('a number from 1 to 65535'),
  'port-or-zero': takes('a number from 0 to 65535'),
  'bind-address': takes('an address such as 127.0.0.1 or 0.0.0.0'),
  'file-path': takes('the path of a file'),
  'local-file': takes('a file of this machine, not one of the network'),
}

/** How the command line sets an option of a tunnel. */
export function commandLineHint(provider: string, option: string): string {
  return `Start Hookscope with: hookscope serve --tunnel ${provider} --tunnel-option ${option}=VALUE`
}

const offerWords: WordsOf<OfferReason> = {
  'provider-keeps-failing': ({ failing, instead }) =>
    `${failing} does not come up. ${instead} could be used instead; its URL is another one.`,
}

/** Returns a sentence that says what is wrong with a tunnel, and what to do next. */
export function tunnelSentence(why: TunnelReason): string {
  return inWords(words, why)
}

export function offerSentence(why: OfferReason): string {
  return inWords(offerWords, why)
}

function quoted(said: string | null): string {
  return said === null ? '' : ` ("${said}")`
}

function after(said: string | null): string {
  return said === null ? '' : `: ${said}`
}

function bracketed(code: string | null): string {
  return code === null ? '' : ` (${code})`
}
