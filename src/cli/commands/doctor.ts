import { type Command, EXIT, type Finding } from '../command.ts'

const MARK = { ok: 'ok     ', warning: 'warning', problem: 'PROBLEM' } as const

/** Looks at everything Earshot stands on, and says what to do about what is not well. */
export const doctorCommand: Command = {
  name: 'doctor',
  usage: 'doctor',
  summary: 'check the data directory, database, models and disk',
  options: {},
  run: async (_args, options, { examine, print }) => {
    const findings: Finding[] = []
    for await (const finding of examine()) {
      findings.push(finding)
      if (!options.json) print(`${MARK[finding.status]}  ${finding.name}: ${finding.detail}`)
    }
    if (options.json) print(JSON.stringify({ findings }))
    return findings.some((finding) => finding.status === 'problem') ? EXIT.failed : EXIT.ok
  },
}
