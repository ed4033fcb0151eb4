/** `npm start`. What it decides and does is in tools/start; a Node that cannot read that gets a sentence. */
import isRecent from '../bin/requireNode.cjs'

if (isRecent) void import('./start/main.ts')
