// Says so on a Node that is too old, before anything is loaded that such a Node cannot read; exports whether it is not.
// Plain old syntax on purpose: this file must run there.
'use strict'

var wanted = /(\d+)\.(\d+)/.exec(require('../package.json').engines.node)
var found = process.versions.node.split('.')
var major = Number(wanted[1])
var isRecent = Number(found[0]) > major || (Number(found[0]) === major && Number(found[1]) >= Number(wanted[2]))

if (!isRecent) {
  process.stderr.write(
    'Hookscope needs Node ' +
      wanted[0] +
      ' or later, and this is Node ' +
      process.versions.node +
      '. ' +
      'Install Node ' +
      major +
      ' from https://nodejs.org and run the command again.\n',
  )
  process.exitCode = 3
}

module.exports = isRecent
