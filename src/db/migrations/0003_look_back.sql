DROP INDEX "messages_in_order";--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "kind" text DEFAULT 'message' NOT NULL;--> statement-breakpoint
CREATE INDEX "messages_in_order" ON "messages" USING btree ("workspace_id","chat_id","topic","sent_at","position","id") WHERE deleted_at is null and kind = 'message';