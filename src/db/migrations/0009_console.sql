CREATE TABLE "console_sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"key_id" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "answers" ADD COLUMN "model" text;--> statement-breakpoint
ALTER TABLE "answers" ADD COLUMN "is_cached" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "answers" ADD COLUMN "is_fallback" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "answers" ADD COLUMN "input_tokens" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "answers" ADD COLUMN "output_tokens" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "answers" ADD COLUMN "cost_usd" double precision;--> statement-breakpoint
ALTER TABLE "answers" ADD COLUMN "assembly_ms" double precision DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "answers" ADD COLUMN "model_ms" double precision DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "answers" ADD COLUMN "prompt" text;--> statement-breakpoint
ALTER TABLE "session_summaries" ADD COLUMN "corrected_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "console_sessions" ADD CONSTRAINT "console_sessions_key_id_api_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."api_keys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "console_sessions_expiry" ON "console_sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "answers_in_time" ON "answers" USING btree ("workspace_id","created_at");--> statement-breakpoint
CREATE INDEX "answers_with_prompt" ON "answers" USING btree ("workspace_id","created_at") WHERE prompt is not null;--> statement-breakpoint
CREATE INDEX "messages_received" ON "messages" USING brin ("received_at");--> statement-breakpoint
-- Answers of before: what their traces say, once. Forced, the owner would see none of them.
ALTER TABLE "answers" NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
UPDATE answers SET model = trace->'model'->>'id',
  is_cached = coalesce((trace->>'isCached')::boolean, false),
  is_fallback = trace->'model'->>'fallbackReason' is not null,
  input_tokens = coalesce((trace->'model'->>'inputTokens')::float8, 0)::int,
  output_tokens = coalesce((trace->'model'->>'outputTokens')::float8, 0)::int,
  cost_usd = (trace->'model'->>'costUsd')::float8,
  assembly_ms = coalesce((trace->'timings'->>'recallMs')::float8, 0)
    + coalesce((trace->'timings'->>'scoreMs')::float8, 0)
    + coalesce((trace->'timings'->>'trimMs')::float8, 0),
  model_ms = coalesce((trace->'timings'->>'modelMs')::float8, 0);
--> statement-breakpoint
ALTER TABLE "answers" FORCE ROW LEVEL SECURITY;
