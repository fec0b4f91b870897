CREATE TABLE "leases" (
	"workspace_id" text NOT NULL,
	"key" text NOT NULL,
	"token" text NOT NULL,
	"until" timestamp with time zone NOT NULL,
	CONSTRAINT "leases_workspace_id_key_pk" PRIMARY KEY("workspace_id","key")
);
--> statement-breakpoint
ALTER TABLE "leases" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "link_codes" (
	"workspace_id" text NOT NULL,
	"hash" text NOT NULL,
	"person_id" bigint NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "link_codes_workspace_id_hash_pk" PRIMARY KEY("workspace_id","hash")
);
--> statement-breakpoint
ALTER TABLE "link_codes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "memory_owners" (
	"workspace_id" text NOT NULL,
	"owner" text NOT NULL,
	"chat_id" bigint,
	"person_id" bigint,
	"stale_since" timestamp with time zone,
	"version" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "memory_owners_workspace_id_owner_pk" PRIMARY KEY("workspace_id","owner")
);
--> statement-breakpoint
ALTER TABLE "memory_owners" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "rolling_summaries" (
	"workspace_id" text NOT NULL,
	"owner" text NOT NULL,
	"kind" text NOT NULL,
	"chat_id" bigint,
	"person_id" bigint,
	"text" text NOT NULL,
	"tokens" integer NOT NULL,
	"session_ids" text[] NOT NULL,
	"model_id" text NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "rolling_summaries_workspace_id_owner_kind_pk" PRIMARY KEY("workspace_id","owner","kind")
);
--> statement-breakpoint
ALTER TABLE "rolling_summaries" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "session_summaries" (
	"workspace_id" text NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "session_summaries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"session_id" text NOT NULL,
	"owner" text NOT NULL,
	"chat_id" bigint,
	"person_id" bigint,
	"text" text NOT NULL,
	"tokens" integer NOT NULL,
	"message_ids" bigint[] NOT NULL,
	"turn_numbers" integer[] NOT NULL,
	"model_id" text NOT NULL,
	"ended_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "session_summaries_workspace_id_session_id_pk" PRIMARY KEY("workspace_id","session_id"),
	CONSTRAINT "session_summaries_id" UNIQUE("workspace_id","id")
);
--> statement-breakpoint
ALTER TABLE "session_summaries" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "session_tags" (
	"workspace_id" text NOT NULL,
	"session_id" text NOT NULL,
	"tag" text NOT NULL,
	"confidence" real NOT NULL,
	"owner" text NOT NULL,
	"chat_id" bigint,
	"person_id" bigint,
	"ended_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "session_tags_workspace_id_session_id_tag_pk" PRIMARY KEY("workspace_id","session_id","tag")
);
--> statement-breakpoint
ALTER TABLE "session_tags" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "topic_summaries" (
	"workspace_id" text NOT NULL,
	"owner" text NOT NULL,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"chat_id" bigint,
	"person_id" bigint,
	"text" text NOT NULL,
	"tokens" integer NOT NULL,
	"session_ids" text[] NOT NULL,
	"model_id" text NOT NULL,
	"built_at" timestamp with time zone NOT NULL,
	CONSTRAINT "topic_summaries_workspace_id_owner_slug_pk" PRIMARY KEY("workspace_id","owner","slug")
);
--> statement-breakpoint
ALTER TABLE "topic_summaries" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "topic_synonyms" (
	"workspace_id" text NOT NULL,
	"alias" text NOT NULL,
	"slug" text NOT NULL,
	CONSTRAINT "topic_synonyms_workspace_id_alias_pk" PRIMARY KEY("workspace_id","alias")
);
--> statement-breakpoint
ALTER TABLE "topic_synonyms" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "answers" ADD COLUMN "source_session_ids" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "same_as" bigint;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "root_id" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "memory" text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "due_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "active_topics" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "topic_turn" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "session_summaries" ADD CONSTRAINT "session_summaries_session" FOREIGN KEY ("workspace_id","session_id") REFERENCES "public"."sessions"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_tags" ADD CONSTRAINT "session_tags_summary" FOREIGN KEY ("workspace_id","session_id") REFERENCES "public"."session_summaries"("workspace_id","session_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "memory_owners_stale" ON "memory_owners" USING btree ("workspace_id","stale_since") WHERE stale_since is not null;--> statement-breakpoint
CREATE INDEX "session_summaries_of_owner" ON "session_summaries" USING btree ("workspace_id","owner","ended_at");--> statement-breakpoint
CREATE INDEX "session_tags_of_owner" ON "session_tags" USING btree ("workspace_id","owner","tag","ended_at");--> statement-breakpoint
CREATE INDEX "people_same_as" ON "people" USING btree ("workspace_id","same_as") WHERE same_as is not null;--> statement-breakpoint
CREATE INDEX "sessions_due" ON "sessions" USING btree ("workspace_id","ended_at") WHERE memory = 'due';--> statement-breakpoint
CREATE INDEX "sessions_unfolded" ON "sessions" USING btree ("workspace_id","ended_at") WHERE memory = 'done' and history_included_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_going_on" ON "sessions" USING btree ("workspace_id","root_id") WHERE status = 'open' and root_id is not null;--> statement-breakpoint
ALTER TABLE "sessions" DROP COLUMN "active_topic";--> statement-breakpoint
CREATE POLICY "leases_of_workspace" ON "leases" AS PERMISSIVE FOR ALL TO "earshot_app" USING (workspace_id = (select current_setting('earshot.workspace', true))) WITH CHECK (workspace_id = (select current_setting('earshot.workspace', true)));--> statement-breakpoint
CREATE POLICY "link_codes_of_workspace" ON "link_codes" AS PERMISSIVE FOR ALL TO "earshot_app" USING (workspace_id = (select current_setting('earshot.workspace', true))) WITH CHECK (workspace_id = (select current_setting('earshot.workspace', true)));--> statement-breakpoint
CREATE POLICY "memory_owners_of_audience" ON "memory_owners" AS PERMISSIVE FOR ALL TO "earshot_app" USING (workspace_id = (select current_setting('earshot.workspace', true)) and ((select current_setting('earshot.reach', true)) = 'workspace' or (chat_id is not distinct from (select nullif(current_setting('earshot.chat', true), '')::bigint) and (chat_id is not null or person_id is not distinct from (select nullif(current_setting('earshot.person', true), '')::bigint))))) WITH CHECK (workspace_id = (select current_setting('earshot.workspace', true)) and ((select current_setting('earshot.reach', true)) = 'workspace' or (chat_id is not distinct from (select nullif(current_setting('earshot.chat', true), '')::bigint) and (chat_id is not null or person_id is not distinct from (select nullif(current_setting('earshot.person', true), '')::bigint)))));--> statement-breakpoint
CREATE POLICY "rolling_summaries_of_audience" ON "rolling_summaries" AS PERMISSIVE FOR ALL TO "earshot_app" USING (workspace_id = (select current_setting('earshot.workspace', true)) and ((select current_setting('earshot.reach', true)) = 'workspace' or (chat_id is not distinct from (select nullif(current_setting('earshot.chat', true), '')::bigint) and (chat_id is not null or person_id is not distinct from (select nullif(current_setting('earshot.person', true), '')::bigint))))) WITH CHECK (workspace_id = (select current_setting('earshot.workspace', true)) and ((select current_setting('earshot.reach', true)) = 'workspace' or (chat_id is not distinct from (select nullif(current_setting('earshot.chat', true), '')::bigint) and (chat_id is not null or person_id is not distinct from (select nullif(current_setting('earshot.person', true), '')::bigint)))));--> statement-breakpoint
CREATE POLICY "session_summaries_of_audience" ON "session_summaries" AS PERMISSIVE FOR ALL TO "earshot_app" USING (workspace_id = (select current_setting('earshot.workspace', true)) and ((select current_setting('earshot.reach', true)) = 'workspace' or (chat_id is not distinct from (select nullif(current_setting('earshot.chat', true), '')::bigint) and (chat_id is not null or person_id is not distinct from (select nullif(current_setting('earshot.person', true), '')::bigint))))) WITH CHECK (workspace_id = (select current_setting('earshot.workspace', true)) and ((select current_setting('earshot.reach', true)) = 'workspace' or (chat_id is not distinct from (select nullif(current_setting('earshot.chat', true), '')::bigint) and (chat_id is not null or person_id is not distinct from (select nullif(current_setting('earshot.person', true), '')::bigint)))));--> statement-breakpoint
CREATE POLICY "session_tags_of_audience" ON "session_tags" AS PERMISSIVE FOR ALL TO "earshot_app" USING (workspace_id = (select current_setting('earshot.workspace', true)) and ((select current_setting('earshot.reach', true)) = 'workspace' or (chat_id is not distinct from (select nullif(current_setting('earshot.chat', true), '')::bigint) and (chat_id is not null or person_id is not distinct from (select nullif(current_setting('earshot.person', true), '')::bigint))))) WITH CHECK (workspace_id = (select current_setting('earshot.workspace', true)) and ((select current_setting('earshot.reach', true)) = 'workspace' or (chat_id is not distinct from (select nullif(current_setting('earshot.chat', true), '')::bigint) and (chat_id is not null or person_id is not distinct from (select nullif(current_setting('earshot.person', true), '')::bigint)))));--> statement-breakpoint
CREATE POLICY "topic_summaries_of_audience" ON "topic_summaries" AS PERMISSIVE FOR ALL TO "earshot_app" USING (workspace_id = (select current_setting('earshot.workspace', true)) and ((select current_setting('earshot.reach', true)) = 'workspace' or (chat_id is not distinct from (select nullif(current_setting('earshot.chat', true), '')::bigint) and (chat_id is not null or person_id is not distinct from (select nullif(current_setting('earshot.person', true), '')::bigint))))) WITH CHECK (workspace_id = (select current_setting('earshot.workspace', true)) and ((select current_setting('earshot.reach', true)) = 'workspace' or (chat_id is not distinct from (select nullif(current_setting('earshot.chat', true), '')::bigint) and (chat_id is not null or person_id is not distinct from (select nullif(current_setting('earshot.person', true), '')::bigint)))));--> statement-breakpoint
CREATE POLICY "topic_synonyms_of_workspace" ON "topic_synonyms" AS PERMISSIVE FOR ALL TO "earshot_app" USING (workspace_id = (select current_setting('earshot.workspace', true))) WITH CHECK (workspace_id = (select current_setting('earshot.workspace', true)));--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON leases, link_codes, memory_owners, rolling_summaries, session_summaries, session_tags, topic_summaries, topic_synonyms TO earshot_app;
--> statement-breakpoint
DO $$ DECLARE t text; BEGIN
  FOREACH t IN ARRAY ARRAY['leases','link_codes','memory_owners','rolling_summaries','session_summaries','session_tags','topic_summaries','topic_synonyms']
  LOOP EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t); END LOOP;
END $$;
