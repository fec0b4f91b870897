import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The console, as files the server hands out (src/api/operations/console.ts). `npx vite web` serves it for development. */
export default defineConfig({
  root: here('.'),
  build: {
    outDir: here('../dist/web'),
    emptyOutDir: true,
    // All of it is behind our own names: the content policy lets no data: script or font in.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:3210', '/health': 'http://127.0.0.1:3210' } },
})
