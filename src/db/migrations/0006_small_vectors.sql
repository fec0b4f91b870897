-- Vectors are made again by upkeep, in the background: a byte a number cannot be worked out in SQL.
DELETE FROM "embeddings";--> statement-breakpoint
ALTER TABLE "embeddings" ADD COLUMN "small" bytea NOT NULL;--> statement-breakpoint
ALTER TABLE "embeddings" DROP COLUMN "signs";
