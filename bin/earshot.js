#!/usr/bin/env node
// The program is built by `npm install`; this file is what `npx earshot` finds.
import { main } from '../dist/app/main.js'

process.exitCode = await main(process.argv.slice(2), process.env)
