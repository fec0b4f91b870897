// Bundles pg-boss into dist/vendor. It declares Node 22.12 and newer, works on Node 20 (our tests run there), and as a
// dependency it would make npm print EBADENGINE to everybody who installs Earshot on Node 20. docs/decisions/0026.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'

const OUT = join('dist', 'vendor')

const bundle = await rolldown({
  input: join('node_modules', 'pg-boss', 'dist', 'index.js'),
  platform: 'node',
  external: ['pg'],
})
const { output } = await bundle.generate({ format: 'esm', minify: true })
const [chunk] = output
mkdirSync(OUT, { recursive: true })
writeFileSync(join(OUT, 'pg-boss.js'), chunk.code)
writeFileSync(join(OUT, 'pg-boss.LICENSES.txt'), licencesOf(chunk.moduleIds))

/** The licences of all packages in the bundle. */
function licencesOf(moduleIds) {
  const packages = moduleIds.flatMap((id) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id) ?? [])
  return [...new Set(packages)]
    .map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json')))
      const file = ['LICENSE', 'LICENSE.md', 'license', 'LICENSE.txt']
        .map((one) => join(folder, one))
        .find(existsSync)
      const text = file === undefined ? `Licence: ${license}` : readFileSync(file, 'utf8')
      return `${name} ${version}\n\n${text.trim()}\n`
    })
    .join('\n---\n\n')
}
