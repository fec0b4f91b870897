import type { CliCommand } from '../command.ts'
import { EXIT } from '../command.ts'
import { DEMO_THREAD } from '../demo-chat.ts'

const ASK_DEMO = `npx earshot ask "@bot" --thread ${DEMO_THREAD} --as priya`
const IMPORT = 'npx earshot import FILE    (an export of Telegram, Slack, Discord, WhatsApp or IRC)'

/** Runs Earshot until it is stopped. */
export const startCommand: CliCommand = {
  name: 'start',
  usage: 'start',
  summary: 'run the server',
  options: {},
  run: async (_args, options, terminal) => {
    const { config, print } = terminal
    // Registered first: a stop signal during the start takes effect once the start is complete.
    const stopAsked = terminal.stopSignal()
    let serving = await terminal.serve()
    const { url, isOpen, hasDemo } = serving
    if (options.json) print(JSON.stringify({ url, open: isOpen, demo: hasDemo }))
    else {
      print(`Earshot listens on ${url}: open it in a browser for the console (API: ${url}/docs)`)
      print(
        `Answers come from ${config.EARSHOT_MODEL === 'offline' ? 'the offline model, which quotes the chat; set EARSHOT_MODEL for a language model' : config.EARSHOT_MODEL}.`,
      )
      if (isOpen)
        print(
          'No API key is required from this machine. "earshot keys create" creates one; from then on every request needs a key.',
        )
      print('')
      print('Try, in another terminal:')
      print(`  ${serving.isDemoThere ? ASK_DEMO : IMPORT}`)
    }
    const isOver = stopAsked.then(() => true)
    while (!(await Promise.race([isOver, serving.restartAsked.then(() => false)]))) {
      if (!options.json) print('Restarting with the changed settings.')
      await serving.stop()
      serving = await terminal.serve()
    }
    if (!options.json) print('Stopping: finishing requests in progress.')
    await serving.stop()
    return EXIT.ok
  },
}
