-- Groups are remembered by conversation: a session stands for a part of one, and its summary has a title.
ALTER TABLE "conversations" ADD COLUMN "summarised_through" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "session_summaries" ADD COLUMN "title" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "conversation_id" bigint;--> statement-breakpoint
CREATE INDEX "conversations_without_summary" ON "conversations" USING btree ("workspace_id","last_at") WHERE summarised_through is null or summarised_through < last_at;--> statement-breakpoint
CREATE INDEX "session_summaries_messages" ON "session_summaries" USING gin ("message_ids") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "sessions_of_conversation" ON "sessions" USING btree ("workspace_id","conversation_id") WHERE conversation_id is not null;