CREATE TABLE "console_sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"key_id" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "answers" ADD COLUMN "prompt" text;--> statement-breakpoint
ALTER TABLE "session_summaries" ADD COLUMN "corrected_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "console_sessions" ADD CONSTRAINT "console_sessions_key_id_api_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."api_keys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "console_sessions_expiry" ON "console_sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "answers_in_time" ON "answers" USING btree ("workspace_id","created_at");--> statement-breakpoint
CREATE INDEX "answers_with_prompt" ON "answers" USING btree ("workspace_id","created_at") WHERE prompt is not null;--> statement-breakpoint
CREATE INDEX "messages_received" ON "messages" USING brin ("received_at");