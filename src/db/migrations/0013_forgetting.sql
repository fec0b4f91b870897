-- Lineage that forgetting needs: which message asked a question, who sent a pending update, and which channel posted
-- an answer. What exists so far was posted by Telegram.
ALTER TABLE "answers" ADD COLUMN "message_id" text;--> statement-breakpoint
ALTER TABLE "answers" ADD COLUMN "candidate_message_ids" bigint[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "inbox" ADD COLUMN "author" text;--> statement-breakpoint
ALTER TABLE "inbox" ADD COLUMN "channel" text NOT NULL DEFAULT 'telegram';--> statement-breakpoint
ALTER TABLE "inbox" ALTER COLUMN "channel" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "channel" text NOT NULL DEFAULT 'telegram';--> statement-breakpoint
ALTER TABLE "outbox" ALTER COLUMN "channel" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "turns" ADD COLUMN "message_id" text;--> statement-breakpoint
ALTER TABLE "answers" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "outbox" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "turns" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
UPDATE "answers" a SET "message_id" = o."message_id" FROM "outbox" o
 WHERE o."workspace_id" = a."workspace_id" AND o."answer_id" = a."id";--> statement-breakpoint
UPDATE "answers" SET "candidate_message_ids" = array(
  SELECT (i ->> 'messageId')::bigint FROM jsonb_array_elements("trace" -> 'items') i WHERE i ->> 'messageId' IS NOT NULL);--> statement-breakpoint
UPDATE "turns" t SET "message_id" = o."message_id" FROM "outbox" o
 WHERE o."workspace_id" = t."workspace_id" AND o."answer_id" = t."answer_id";--> statement-breakpoint
ALTER TABLE "answers" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "outbox" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "turns" FORCE ROW LEVEL SECURITY;
