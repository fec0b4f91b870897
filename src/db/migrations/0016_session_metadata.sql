-- What a caller stores with a session.
ALTER TABLE "sessions" ADD COLUMN "metadata" jsonb;