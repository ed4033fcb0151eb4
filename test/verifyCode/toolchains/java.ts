import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { done, ran, type Ran, type RunInput, type Toolchain, versionOf } from './toolchain.ts'

/** Options for a fast start of a short-lived virtual machine. */
const quick = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Xshare:auto']

/**
 * Every program gets a package of its own, so that one compiler run serves all. One virtual machine runs all of them, because
 * its start takes longer than fifty runs; the first run of each program has its own, as for users.
 */
export const java: Toolchain = {
  id: 'java',
  found: versionOf('javac', ['-version']),
  prepare: async (folder, sources) => {
    const files: string[] = []
    const add = async (name: string, file: string, source: string) => {
      await mkdir(join(folder, name), { recursive: true })
      files.push(join(folder, name, file))
      await writeFile(join(folder, name, file), source)
    }
    await add('runner', 'Runner.java', runner)
    for (const [index, source] of sources.entries()) {
      await add(`p${index}`, 'Verify.java', `package p${index};\n${asGuest(source)}`)
      await add(`own${index}`, 'Verify.java', `package own${index};\n${source}`)
    }
    // The sources are ASCII whatever they say: with any other encoding the compiler would complain.
    await done('javac', ['-encoding', 'US-ASCII', '-Xlint:all', '-Werror', '-d', folder, ...files])
    const machine = [...quick, '-Dsun.jnu.encoding=UTF-8', '-cp', folder]
    const utf8 = { LC_ALL: 'C.UTF-8' }
    const runAsGuest = runsOf(spawn('java', [...machine, 'runner.Runner'], { env: { ...process.env, ...utf8 } }))
    const alone = new Set(sources.keys())
    return async (index, { args, env }) =>
      alone.delete(index)
        ? ran('java', [...machine, `own${index}.Verify`, ...args], { env: { ...utf8, ...env } })
        : runAsGuest(index, { args, env })
  },
}

/** A program that gets its variables from the runner and gives its status to it. */
function asGuest(source: string): string {
  return source
    .replaceAll('System.getenv()', 'runner.Runner.variables')
    .replaceAll('System.exit(', 'throw new runner.Runner.Exit(')
}

/** Reads a line for each run (program, variables, arguments; base64) and answers one (status, stdout, stderr; base64). */
const runner = `package runner;

import java.io.*;
import java.nio.charset.StandardCharsets;
import java.util.*;

public class Runner {
    public static Map<String, String> variables = Map.of();

    public static class Exit extends Error {
        private static final long serialVersionUID = 1;
        final int status;
        public Exit(int status) { this.status = status; }
    }

    static String decoded(String text) {
        return new String(Base64.getDecoder().decode(text), StandardCharsets.UTF_8);
    }

    public static void main(String[] none) throws Exception {
        var answers = System.out;
        var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            String[] parts = line.split(" ", -1);
            int count = Integer.parseInt(parts[1]);
            var given = new HashMap<String, String>();
            for (int at = 2; at < 2 + 2 * count; at += 2) given.put(decoded(parts[at]), decoded(parts[at + 1]));
            variables = given;
            var args = new ArrayList<String>();
            for (int at = 2 + 2 * count; at < parts.length; at += 1) args.add(decoded(parts[at]));
            var out = new ByteArrayOutputStream();
            var err = new ByteArrayOutputStream();
            System.setOut(new PrintStream(out, true));
            System.setErr(new PrintStream(err, true));
            int status = 0;
            try {
                Class.forName("p" + parts[0] + ".Verify").getMethod("main", String[].class).invoke(null, (Object) args.toArray(new String[0]));
            } catch (java.lang.reflect.InvocationTargetException thrown) {
                if (thrown.getCause() instanceof Exit exit) {
                    status = exit.status;
                } else {
                    status = 1;
                    thrown.getCause().printStackTrace();
                }
            }
            var base64 = Base64.getEncoder();
            answers.println(status + " " + base64.encodeToString(out.toByteArray()) + " " + base64.encodeToString(err.toByteArray()));
        }
    }
}
`

/** One run after the other in one virtual machine, which ends with this process. */
function runsOf(machine: ChildProcessWithoutNullStreams): (index: number, input: RunInput) => Promise<Ran> {
  const waiting: ((answer: Ran) => void)[] = []
  let warnings = ''
  machine.stderr.on('data', (chunk: Buffer) => {
    warnings += chunk.toString()
  })
  createInterface({ input: machine.stdout }).on('line', (line) => {
    const [status = '', stdout = '', stderr = ''] = line.split(' ')
    waiting.shift()?.({ status: Number(status), stdout: text(stdout), stderr: warnings + text(stderr) })
  })
  machine.once('exit', (status) => {
    for (const answer of waiting.splice(0)) answer({ status: status ?? -1, stdout: '', stderr: warnings })
  })
  return async (index, { args, env }) => {
    const variables = Object.entries(env)
    const given = [...variables.flat(), ...args].map((one) => Buffer.from(one).toString('base64'))
    return new Promise((resolve) => {
      waiting.push(resolve)
      machine.stdin.write(`${[index, variables.length, ...given].join(' ')}\n`)
    })
  }
}

function text(base64: string): string {
  return Buffer.from(base64, 'base64').toString('utf8')
}
