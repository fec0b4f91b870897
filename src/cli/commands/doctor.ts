import { type CliCommand, type Diagnosis, EXIT } from '../command.ts'

const MARK = { ok: 'ok     ', warning: 'warning', problem: 'PROBLEM' } as const

/** Checks everything Earshot depends on, and prints what to do about each problem. */
export const doctorCommand: CliCommand = {
  name: 'doctor',
  usage: 'doctor',
  summary: 'check the data directory, database, models and disk',
  options: {},
  run: async (_args, options, { examine, print }) => {
    const diagnoses: Diagnosis[] = []
    for await (const diagnosis of examine()) {
      diagnoses.push(diagnosis)
      if (!options.json) print(`${MARK[diagnosis.status]}  ${diagnosis.name}: ${diagnosis.detail}`)
    }
    if (options.json) print(JSON.stringify({ diagnoses }))
    return diagnoses.some((diagnosis) => diagnosis.status === 'problem') ? EXIT.failed : EXIT.ok
  },
}
