#!/usr/bin/env node
'use strict'

if (require('./requireNode.cjs')) void import('../out/main/hookscope.js')
