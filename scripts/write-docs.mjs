// Writes the pages that are made from code; a test fails when they are stale.
import { writeFileSync } from 'node:fs'
import { configurationDocs } from '../dist/config/config.js'

writeFileSync('docs/configuration.md', configurationDocs())
