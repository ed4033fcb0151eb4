/** Compiles the code of a shape and reads bodies with it, for each language whose compiler is here. */
import { existsSync, globSync, readdirSync } from 'node:fs'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { CodeLanguage } from '../../src/shared/codeLanguages.ts'
import { done, ran, type Ran, type Toolchain, versionOf } from '../verifyCode/toolchains/toolchain.ts'

const root = join(import.meta.dirname, '../..')

export interface CodeRunner {
  language: CodeLanguage
  found: Toolchain['found']
  /** Compiles the code; the answer reads a file with a body in each line, and ends with 0 where it takes all of them. */
  compile(folder: string, code: string): Promise<(bodies: string) => Promise<Ran>>
}

const here = { version: process.version }

function typescript(language: CodeLanguage, read: string): CodeRunner {
  return {
    language,
    found: here,
    compile: async (folder, code) => {
      const main = `import { readFileSync } from 'node:fs'
import * as webhook from './webhook.ts'
for (const line of readFileSync(process.argv[2] ?? '', 'utf8').trim().split('\\n')) ${read}
`
      await writeFile(join(folder, 'webhook.ts'), code)
      await writeFile(join(folder, 'main.ts'), main)
      const options = {
        strict: true,
        noEmit: true,
        target: 'es2023',
        module: 'nodenext',
        allowImportingTsExtensions: true,
        types: ['node'],
      }
      await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: ['main.ts'] }))
      await writeFile(join(folder, 'package.json'), '{"type":"module"}')
      await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
      const tsc = join(root, 'node_modules/typescript-native/bin/tsc')
      await done(process.execPath, [tsc, '-p', folder])
      const run = join(folder, 'main.ts')
      return (bodies) => ran(process.execPath, [run, bodies])
    },
  }
}

const python: CodeRunner = {
  language: 'python',
  found: versionOf('python3', ['-c', 'import sys; assert sys.version_info >= (3, 10); print(sys.version)']),
  compile: async (folder, code) => {
    await writeFile(join(folder, 'webhook.py'), code)
    const main = `import json, sys
from webhook import payment_settled_from_dict
for line in open(sys.argv[1], encoding="utf-8"):
    payment_settled_from_dict(json.loads(line))
`
    await writeFile(join(folder, 'main.py'), main)
    return (bodies) => ran('python3', [join(folder, 'main.py'), bodies])
  },
}

const go: CodeRunner = {
  language: 'go',
  found: versionOf('go', ['version']),
  compile: async (folder, code) => {
    await mkdir(join(folder, 'webhooks'), { recursive: true })
    await writeFile(join(folder, 'webhooks', 'webhook.go'), code)
    await writeFile(join(folder, 'go.mod'), 'module program\n\ngo 1.18\n')
    const main = `package main

import (
	"os"
	"program/webhooks"
	"strings"
)

func main() {
	bodies, _ := os.ReadFile(os.Args[1])
	for _, line := range strings.Split(strings.TrimSpace(string(bodies)), "\\n") {
		if _, err := webhooks.UnmarshalPaymentSettled([]byte(line)); err != nil {
			println(err.Error())
			os.Exit(1)
		}
	}
}
`
    await writeFile(join(folder, 'main.go'), main)
    await done('go', ['build', '-o', 'program', '.'], { cwd: folder, env: { GOTOOLCHAIN: 'local' } })
    return (bodies) => ran(join(folder, 'program'), [bodies])
  },
}

const newtonsoft = globSync('/usr/lib/{cli,mono}/**/Newtonsoft.Json.dll')[0]

const csharp: CodeRunner = {
  language: 'csharp',
  found: newtonsoft === undefined ? { missing: 'Newtonsoft.Json is not installed' } : versionOf('mcs', ['--version']),
  compile: async (folder, code) => {
    await writeFile(join(folder, 'Webhook.cs'), code)
    const main = `static class Program
{
    static void Main(string[] args)
    {
        foreach (var line in System.IO.File.ReadLines(args[0])) Webhooks.PaymentSettled.FromJson(line);
    }
}
`
    await writeFile(join(folder, 'Program.cs'), main)
    await done('mcs', ['-nologo', '-out:program.exe', `-r:${newtonsoft}`, 'Program.cs', 'Webhook.cs'], { cwd: folder })
    return (bodies) =>
      ran('mono', [join(folder, 'program.exe'), bodies], { env: { MONO_PATH: join(newtonsoft ?? '', '..') } })
  },
}

/** The jars of Jackson in one version, from the local repository of Maven. */
function jackson(): string[] | null {
  const repository = join(homedir(), '.m2/repository/com/fasterxml/jackson/core')
  const databind = join(repository, 'jackson-databind')
  for (const version of existsSync(databind) ? readdirSync(databind) : []) {
    const notes = [version, version.replace(/\.\d+$/, '')]
    const jars = [
      ['jackson-databind', version],
      ['jackson-core', version],
      ['jackson-annotations', notes.find((each) => existsSync(jarOf(repository, 'jackson-annotations', each))) ?? ''],
    ].map(([name = '', each = '']) => jarOf(repository, name, each))
    if (jars.every((jar) => existsSync(jar))) return jars
  }
  return null
}

const jarOf = (repository: string, name: string, version: string): string =>
  join(repository, name, version, `${name}-${version}.jar`)

const jars = jackson()

const java: CodeRunner = {
  language: 'java',
  found: jars === null ? { missing: 'Jackson is not installed' } : versionOf('javac', ['-version']),
  compile: async (folder, code) => {
    // Each class goes into a file of its own, which the line above it names.
    const files = code.split(/^\/\/ (\w+\.java)$/m).slice(1)
    await mkdir(join(folder, 'webhooks'), { recursive: true })
    const names: string[] = []
    for (let at = 0; at < files.length; at += 2) {
      names.push(join(folder, 'webhooks', files[at] ?? ''))
      await writeFile(names.at(-1) ?? '', files[at + 1] ?? '')
    }
    const main = `import java.nio.file.*;

public class Main {
    public static void main(String[] args) throws Exception {
        for (String line : Files.readAllLines(Paths.get(args[0]))) webhooks.Converter.fromJsonString(line);
    }
}
`
    await writeFile(join(folder, 'Main.java'), main)
    const classes = [folder, ...(jars ?? [])].join(':')
    await done('javac', ['-encoding', 'UTF-8', '-cp', classes, '-d', folder, join(folder, 'Main.java'), ...names])
    return (bodies) => ran('java', ['-cp', classes, 'Main', bodies])
  },
}

export const runners: readonly CodeRunner[] = [
  typescript('ts', 'webhook.Convert.toPaymentSettled(line)'),
  typescript('zod', 'webhook.PaymentSettledSchema.parse(JSON.parse(line))'),
  go,
  python,
  csharp,
  java,
]
