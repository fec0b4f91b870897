import { type CliCommand, type Diagnosis, EXIT } from '../command.ts'

const MARK = { ok: 'ok     ', warning: 'warning', problem: 'PROBLEM' } as const

/** Checks everything Earshot depends on, and prints what to do about each problem. */
export const doctorCommand: CliCommand = {
  name: 'doctor',
  usage: 'doctor',
  summary: 'check the data directory, database, models, disk and channels',
  options: {},
  run: (_args, options, terminal) => printDiagnoses(terminal.examine(), options, terminal),
}

/** Prints diagnoses as they come; returns the exit code. */
export async function printDiagnoses(
  examined: AsyncIterable<Diagnosis>,
  options: Parameters<CliCommand['run']>[1],
  { print }: Pick<Parameters<CliCommand['run']>[2], 'print'>,
): Promise<number> {
  const diagnoses: Diagnosis[] = []
  for await (const diagnosis of examined) {
    diagnoses.push(diagnosis)
    if (!options.json) print(`${MARK[diagnosis.status]}  ${diagnosis.name}: ${diagnosis.detail}`)
  }
  if (options.json) print(JSON.stringify({ diagnoses }))
  return diagnoses.some((diagnosis) => diagnosis.status === 'problem') ? EXIT.failed : EXIT.ok
}
