// Bundles two packages into dist/vendor, so that who installs Earshot does not install them. pg-boss declares Node 22.12
// and newer and works on Node 20 (our tests run there): npm would print EBADENGINE (docs/decisions/0026). Of
// gpt-tokenizer, 30 MB, we use one table of 4 MB, as it is, and an expression.
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'

const OUT = join('dist', 'vendor')

mkdirSync(OUT, { recursive: true })
await bundle('pg-boss', join('node_modules', 'pg-boss', 'dist', 'index.js'))
await bundle('o200k', join('scripts', 'o200k.mjs'))
copyFileSync(
  join('node_modules', 'gpt-tokenizer', 'data', 'o200k_base.tiktoken'),
  join(OUT, 'o200k_base.tiktoken'),
)

async function bundle(name, input) {
  const built = await rolldown({ input, platform: 'node', external: ['pg'] })
  const { output } = await built.generate({ format: 'esm', minify: true })
  const [chunk] = output
  writeFileSync(join(OUT, `${name}.js`), chunk.code)
  writeFileSync(join(OUT, `${name}.LICENSES.txt`), licencesOf(chunk.moduleIds))
}

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
