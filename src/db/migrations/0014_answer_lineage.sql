-- Lineage of answers: the earlier turns that were in the prompt, and the parents that a reply in it quoted. And the moment
-- at which something was forgotten, for answers that were being made at that moment.
ALTER TABLE "answers" ADD COLUMN "source_answer_ids" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "forgotten_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "memory_owners" ADD COLUMN "forgotten_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "answers" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "turns" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "messages" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
UPDATE "answers" a SET "source_answer_ids" = array(
  SELECT e."answer_id" FROM "turns" t JOIN "turns" e ON e."workspace_id" = t."workspace_id"
     AND e."session_id" = t."session_id" AND e."number" < t."number" AND e."number" >= t."number" - 10
   WHERE t."workspace_id" = a."workspace_id" AND t."answer_id" = a."id" AND e."answer_id" IS NOT NULL)
 WHERE a."session_id" IS NOT NULL;--> statement-breakpoint
UPDATE "answers" a SET "source_message_ids" = array(
  SELECT unnest(a."source_message_ids") UNION
  SELECT p."id" FROM "messages" r JOIN "messages" p ON p."workspace_id" = r."workspace_id"
     AND p."chat_id" = r."chat_id" AND p."external_id" = r."reply_to"
   WHERE r."workspace_id" = a."workspace_id" AND r."id" = ANY(a."source_message_ids")
     AND (r."quote" IS NOT NULL OR r."context_snapshot" IS NOT NULL))
 WHERE a."source_message_ids" <> '{}';--> statement-breakpoint
ALTER TABLE "answers" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "turns" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "messages" FORCE ROW LEVEL SECURITY;
