import { defineConfig } from 'drizzle-kit'

/** `npm run db:generate` compares src/db/schema with the last migration and writes the next one. */
export default defineConfig({
  dialect: 'postgresql',
  schema: './src/db/schema/**/*.ts',
  out: './src/db/migrations',
})
