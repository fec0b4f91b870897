// Without it the tests would run on the embedded database again and prove nothing about a server.
if (!process.env.DATABASE_URL) {
  console.error('Set DATABASE_URL, or run: scripts/with-postgres.sh npm run test:postgres')
  process.exit(1)
}
