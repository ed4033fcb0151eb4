/** docs/check.md: what every probe of `hookscope check` sends, why, and what to change. */
import { allProbes } from '../../src/engine/checking/battery.ts'
import { byGroup, groupTitles } from '../../src/shared/checkGrades.ts'

/** The generated part, from the probes' own data. */
export function checkDocs(): string {
  const groups = byGroup(allProbes).flatMap(({ group, results: probes }) => [
    `### ${groupTitles[group]}`,
    '',
    '| Probe | Severity | Sent | If it fails | What to change | Source |',
    '|---|---|---|---|---|---|',
    ...probes.map(
      ({ name, severity, title, fault, change, source }) =>
        `| \`${name}\` | ${severity} | ${cell(title)} | ${cell(fault)} | ${cell(change)} | ${cell(source)} |`,
    ),
    '',
  ])
  return groups.join('\n').trimEnd()
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('*', '\\*').replaceAll('[', '\\[')
}
