import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { expect, test } from 'vitest'
import { readMigrations } from '../src/db/engine/migrate.ts'

/* What is published, and what an installation of it takes. */

type Package = {
  readonly version?: string
  readonly resolved?: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

/** What `npm pack` would publish; asked once, it takes 5 s of processor time. */
let packing: Promise<{ path: string; size: number }[]> | null = null
function packed(): Promise<{ path: string; size: number }[]> {
  packing ??= listPacked()
  return packing
}

async function listPacked(): Promise<{ path: string; size: number }[]> {
  const pack = ['pack', '--dry-run', '--json', '--ignore-scripts']
  const { stdout } = await promisify(execFile)('npm', pack, { maxBuffer: 1e8 })
  const [first] = Object.values(JSON.parse(stdout) as Record<string, { files: never }>)
  return first?.files ?? []
}

async function lockedPackages(): Promise<Readonly<Record<string, Package>>> {
  return JSON.parse(await readFile('package-lock.json', 'utf8')).packages
}

test('the package holds what its README links to, no source maps and nothing for development', async () => {
  const files = (await packed()).map(({ path }) => path)
  const readme = await readFile('README.md', 'utf8')
  const links = [...readme.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, path = '']) => path)
  expect(links.length).toBeGreaterThan(5)
  const missing = links.filter(
    (link) => !files.some((path) => path === link || path.startsWith(`${link}/`)),
  )
  expect(missing).toEqual([])
  expect(
    files.filter((path) => /\.map$|_snapshot\.json$|\.tsbuildinfo$|db\/schema/.test(path)),
  ).toEqual([])
  expect(await readFile('dist/index.js', 'utf8')).not.toContain('sourceMappingURL')
})

test('an installation without development packages takes less than 150 MB', async () => {
  const locked = await lockedPackages()
  const own = (await packed()).reduce((sum, { size }) => sum + size, 0)
  const sizes = await Promise.all([...productionFolders(locked)].map(sizeOf))
  const total = sizes.reduce((sum, size) => sum + size, own)
  expect(total).toBeGreaterThan(50e6)
  expect(total).toBeLessThan(150e6)
})

test('the lock file names every optional package, and no registry', async () => {
  const locked = await lockedPackages()
  const lacking = Object.entries(locked).flatMap(([folder, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => resolveFolder(locked, folder, name) === null)
      .map((name) => `${name} of ${folder}`),
  )
  expect(lacking).toEqual([])
  const hosts = Object.values(locked).filter(({ resolved }) => resolved?.includes('://'))
  expect(hosts).toEqual([])
})

test('migrations are read as drizzle reads them', () => {
  const theirs = readMigrationFiles({ migrationsFolder: 'src/db/migrations' })
  expect(readMigrations()).toEqual(theirs.map(({ hash, sql }) => ({ hash, sql })))
})

/** The folders of everything that `npm install earshot` installs. */
function productionFolders(locked: Readonly<Record<string, Package>>): Set<string> {
  const found = new Set<string>()
  const visit = (from: string) => {
    const { dependencies = {}, optionalDependencies = {} } = locked[from] ?? {}
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const folder = resolveFolder(locked, from, name)
      if (folder === null || found.has(folder)) continue
      found.add(folder)
      visit(folder)
    }
  }
  visit('')
  return found
}

/** The folder in which Node finds a package, seen from another. */
function resolveFolder(
  locked: Readonly<Record<string, Package>>,
  from: string,
  name: string,
): string | null {
  const folder = join(from, 'node_modules', name)
  if (locked[folder] !== undefined) return folder
  if (from === '') return null
  const up = from.lastIndexOf('node_modules/')
  return resolveFolder(locked, up <= 0 ? '' : dirname(from.slice(0, up + 1)), name)
}

async function sizeOf(folder: string): Promise<number> {
  // A package of another platform is in the lock file only.
  if (!existsSync(folder)) return 0
  const entries = await readdir(folder, { withFileTypes: true })
  const sizes = await Promise.all(
    entries.map(async (entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return entry.name === 'node_modules' ? 0 : sizeOf(path)
      return entry.isFile() ? (await stat(path)).size : 0
    }),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
