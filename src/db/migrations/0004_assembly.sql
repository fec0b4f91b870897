CREATE TABLE "chunks" (
	"workspace_id" text NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "chunks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"file_id" bigint NOT NULL,
	"chat_id" bigint,
	"person_id" bigint,
	"ordinal" integer NOT NULL,
	"text" text NOT NULL,
	"heading" text NOT NULL,
	"start_line" integer NOT NULL,
	"end_line" integer NOT NULL,
	"page" integer,
	"terms" "tsvector" NOT NULL,
	"term_count" integer NOT NULL,
	CONSTRAINT "chunks_workspace_id_id_pk" PRIMARY KEY("workspace_id","id"),
	CONSTRAINT "chunks_in_order" UNIQUE("workspace_id","file_id","ordinal")
);
--> statement-breakpoint
ALTER TABLE "chunks" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "context_references" (
	"workspace_id" text NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "context_references_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"chat_id" bigint NOT NULL,
	"topic" text,
	"file_id" bigint,
	"line" integer,
	"message_id" bigint,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "context_references_workspace_id_id_pk" PRIMARY KEY("workspace_id","id"),
	CONSTRAINT "context_references_once" UNIQUE NULLS NOT DISTINCT("workspace_id","chat_id","topic","file_id","line","message_id"),
	CONSTRAINT "context_references_one" CHECK ((file_id is null) <> (message_id is null))
);
--> statement-breakpoint
ALTER TABLE "context_references" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "data_versions" (
	"workspace_id" text NOT NULL,
	"chat_id" bigint,
	"person_id" bigint,
	"version" bigint NOT NULL,
	CONSTRAINT "data_versions_of" UNIQUE NULLS NOT DISTINCT("workspace_id","chat_id","person_id")
);
--> statement-breakpoint
ALTER TABLE "data_versions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "file_terms" (
	"workspace_id" text NOT NULL,
	"chat_id" bigint,
	"person_id" bigint,
	"term" text collate "C" NOT NULL,
	"chunks" integer NOT NULL,
	CONSTRAINT "file_terms_term" UNIQUE NULLS NOT DISTINCT("workspace_id","chat_id","person_id","term")
);
--> statement-breakpoint
ALTER TABLE "file_terms" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "files" (
	"workspace_id" text NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "files_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"chat_id" bigint,
	"person_id" bigint,
	"path" text NOT NULL,
	"title" text NOT NULL,
	"content_type" text NOT NULL,
	"bytes" integer NOT NULL,
	"hash" text NOT NULL,
	"content" text NOT NULL,
	"chunk_count" integer NOT NULL,
	"term_count" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"accessed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "files_workspace_id_id_pk" PRIMARY KEY("workspace_id","id"),
	CONSTRAINT "files_path" UNIQUE NULLS NOT DISTINCT("workspace_id","chat_id","person_id","path")
);
--> statement-breakpoint
ALTER TABLE "files" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "usage" (
	"workspace_id" text NOT NULL,
	"chat_id" bigint,
	"person_id" bigint,
	"owner_kind" text NOT NULL,
	"owner_id" bigint NOT NULL,
	"cited" integer NOT NULL,
	"useful" integer NOT NULL,
	"useless" integer NOT NULL,
	"used_at" timestamp with time zone NOT NULL,
	CONSTRAINT "usage_of" UNIQUE NULLS NOT DISTINCT("workspace_id","chat_id","person_id","owner_kind","owner_id")
);
--> statement-breakpoint
ALTER TABLE "usage" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
DROP INDEX "embeddings_of_chat";--> statement-breakpoint
DROP INDEX "messages_words";--> statement-breakpoint
DROP INDEX "messages_trigram";--> statement-breakpoint
ALTER TABLE "answers" ADD COLUMN "source_file_ids" bigint[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "embeddings" ADD COLUMN "signs" bit(384);--> statement-breakpoint
UPDATE "embeddings" SET "signs" = left(rpad(binary_quantize("vector")::text, 384, '0'), 384)::bit(384);--> statement-breakpoint
ALTER TABLE "embeddings" ALTER COLUMN "signs" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "terms" "tsvector";--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "term_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "message_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "term_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "chunks" ADD CONSTRAINT "chunks_file" FOREIGN KEY ("workspace_id","file_id") REFERENCES "public"."files"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "context_references" ADD CONSTRAINT "context_references_chat" FOREIGN KEY ("workspace_id","chat_id") REFERENCES "public"."chats"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "context_references" ADD CONSTRAINT "context_references_file" FOREIGN KEY ("workspace_id","file_id") REFERENCES "public"."files"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "context_references" ADD CONSTRAINT "context_references_message" FOREIGN KEY ("workspace_id","message_id") REFERENCES "public"."messages"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chunks_terms" ON "chunks" USING gin ("terms") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "file_terms_beginning" ON "file_terms" USING btree ("workspace_id","term");--> statement-breakpoint
CREATE INDEX "file_terms_trigram" ON "file_terms" USING gin ("term" gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "files_by_access" ON "files" USING btree ("workspace_id","chat_id","person_id","accessed_at");--> statement-breakpoint
CREATE INDEX "embeddings_of_audience" ON "embeddings" USING btree ("workspace_id","owner_kind","chat_id","person_id","model_id","created_at");--> statement-breakpoint
CREATE INDEX "messages_terms" ON "messages" USING gin ("terms") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "messages_without_terms" ON "messages" USING btree ("workspace_id","id") WHERE terms is null and deleted_at is null and kind = 'message';--> statement-breakpoint
ALTER TABLE "messages" DROP COLUMN "words";--> statement-breakpoint
DROP POLICY "embeddings_of_audience" ON "embeddings" CASCADE;--> statement-breakpoint
CREATE POLICY "embeddings_of_owner" ON "embeddings" AS PERMISSIVE FOR ALL TO "earshot_app" USING (workspace_id = (select current_setting('earshot.workspace', true)) and ((owner_kind = 'chunk' and ((select current_setting('earshot.reach', true)) = 'workspace' or chat_id = (select nullif(current_setting('earshot.chat', true), '')::bigint) or (chat_id is null and (person_id is null or ((select current_setting('earshot.alone', true)) = 'yes' and person_id = (select nullif(current_setting('earshot.person', true), '')::bigint)))))) or (owner_kind <> 'chunk' and ((select current_setting('earshot.reach', true)) = 'workspace' or (chat_id is not distinct from (select nullif(current_setting('earshot.chat', true), '')::bigint) and (chat_id is not null or person_id is not distinct from (select nullif(current_setting('earshot.person', true), '')::bigint))))))) WITH CHECK (workspace_id = (select current_setting('earshot.workspace', true)) and ((owner_kind = 'chunk' and ((select current_setting('earshot.reach', true)) = 'workspace' or chat_id = (select nullif(current_setting('earshot.chat', true), '')::bigint) or (chat_id is null and (person_id is null or ((select current_setting('earshot.alone', true)) = 'yes' and person_id = (select nullif(current_setting('earshot.person', true), '')::bigint)))))) or (owner_kind <> 'chunk' and ((select current_setting('earshot.reach', true)) = 'workspace' or (chat_id is not distinct from (select nullif(current_setting('earshot.chat', true), '')::bigint) and (chat_id is not null or person_id is not distinct from (select nullif(current_setting('earshot.person', true), '')::bigint)))))));--> statement-breakpoint
CREATE POLICY "chunks_of_file" ON "chunks" AS PERMISSIVE FOR ALL TO "earshot_app" USING (workspace_id = (select current_setting('earshot.workspace', true)) and ((select current_setting('earshot.reach', true)) = 'workspace' or chat_id = (select nullif(current_setting('earshot.chat', true), '')::bigint) or (chat_id is null and (person_id is null or ((select current_setting('earshot.alone', true)) = 'yes' and person_id = (select nullif(current_setting('earshot.person', true), '')::bigint)))))) WITH CHECK (workspace_id = (select current_setting('earshot.workspace', true)) and ((select current_setting('earshot.reach', true)) = 'workspace' or chat_id = (select nullif(current_setting('earshot.chat', true), '')::bigint) or (chat_id is null and (person_id is null or ((select current_setting('earshot.alone', true)) = 'yes' and person_id = (select nullif(current_setting('earshot.person', true), '')::bigint))))));--> statement-breakpoint
CREATE POLICY "chunks_pinned" ON "chunks" AS PERMISSIVE FOR SELECT TO "earshot_app" USING (workspace_id = (select current_setting('earshot.workspace', true)) and file_id in (select r.file_id from context_references r where r.workspace_id = (select current_setting('earshot.workspace', true)) and r.chat_id = (select nullif(current_setting('earshot.chat', true), '')::bigint) and r.file_id is not null));--> statement-breakpoint
CREATE POLICY "context_references_of_chat" ON "context_references" AS PERMISSIVE FOR ALL TO "earshot_app" USING (workspace_id = (select current_setting('earshot.workspace', true)) and ((select current_setting('earshot.reach', true)) = 'workspace' or chat_id = (select nullif(current_setting('earshot.chat', true), '')::bigint))) WITH CHECK (workspace_id = (select current_setting('earshot.workspace', true)) and ((select current_setting('earshot.reach', true)) = 'workspace' or chat_id = (select nullif(current_setting('earshot.chat', true), '')::bigint)));--> statement-breakpoint
CREATE POLICY "data_versions_of_workspace" ON "data_versions" AS PERMISSIVE FOR ALL TO "earshot_app" USING (workspace_id = (select current_setting('earshot.workspace', true))) WITH CHECK (workspace_id = (select current_setting('earshot.workspace', true)));--> statement-breakpoint
CREATE POLICY "file_terms_of_file" ON "file_terms" AS PERMISSIVE FOR ALL TO "earshot_app" USING (workspace_id = (select current_setting('earshot.workspace', true)) and ((select current_setting('earshot.reach', true)) = 'workspace' or chat_id = (select nullif(current_setting('earshot.chat', true), '')::bigint) or (chat_id is null and (person_id is null or ((select current_setting('earshot.alone', true)) = 'yes' and person_id = (select nullif(current_setting('earshot.person', true), '')::bigint)))))) WITH CHECK (workspace_id = (select current_setting('earshot.workspace', true)) and ((select current_setting('earshot.reach', true)) = 'workspace' or chat_id = (select nullif(current_setting('earshot.chat', true), '')::bigint) or (chat_id is null and (person_id is null or ((select current_setting('earshot.alone', true)) = 'yes' and person_id = (select nullif(current_setting('earshot.person', true), '')::bigint))))));--> statement-breakpoint
CREATE POLICY "files_of_file" ON "files" AS PERMISSIVE FOR ALL TO "earshot_app" USING (workspace_id = (select current_setting('earshot.workspace', true)) and ((select current_setting('earshot.reach', true)) = 'workspace' or chat_id = (select nullif(current_setting('earshot.chat', true), '')::bigint) or (chat_id is null and (person_id is null or ((select current_setting('earshot.alone', true)) = 'yes' and person_id = (select nullif(current_setting('earshot.person', true), '')::bigint)))))) WITH CHECK (workspace_id = (select current_setting('earshot.workspace', true)) and ((select current_setting('earshot.reach', true)) = 'workspace' or chat_id = (select nullif(current_setting('earshot.chat', true), '')::bigint) or (chat_id is null and (person_id is null or ((select current_setting('earshot.alone', true)) = 'yes' and person_id = (select nullif(current_setting('earshot.person', true), '')::bigint))))));--> statement-breakpoint
CREATE POLICY "files_pinned" ON "files" AS PERMISSIVE FOR SELECT TO "earshot_app" USING (workspace_id = (select current_setting('earshot.workspace', true)) and id in (select r.file_id from context_references r where r.workspace_id = (select current_setting('earshot.workspace', true)) and r.chat_id = (select nullif(current_setting('earshot.chat', true), '')::bigint) and r.file_id is not null));--> statement-breakpoint
CREATE POLICY "usage_of_file" ON "usage" AS PERMISSIVE FOR ALL TO "earshot_app" USING (workspace_id = (select current_setting('earshot.workspace', true)) and ((select current_setting('earshot.reach', true)) = 'workspace' or chat_id = (select nullif(current_setting('earshot.chat', true), '')::bigint) or (chat_id is null and (person_id is null or ((select current_setting('earshot.alone', true)) = 'yes' and person_id = (select nullif(current_setting('earshot.person', true), '')::bigint)))))) WITH CHECK (workspace_id = (select current_setting('earshot.workspace', true)) and ((select current_setting('earshot.reach', true)) = 'workspace' or chat_id = (select nullif(current_setting('earshot.chat', true), '')::bigint) or (chat_id is null and (person_id is null or ((select current_setting('earshot.alone', true)) = 'yes' and person_id = (select nullif(current_setting('earshot.person', true), '')::bigint))))));--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON files, chunks, file_terms, context_references, usage, data_versions TO earshot_app;
--> statement-breakpoint
DO $$ DECLARE t text; BEGIN
  FOREACH t IN ARRAY ARRAY['files','chunks','file_terms','context_references','usage','data_versions']
  LOOP EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t); END LOOP;
END $$;
--> statement-breakpoint
-- As for full text in 0002: without it a misspelt word is looked for by reading every word there is.
DO $$ BEGIN
  ALTER FUNCTION similarity_op(text, text) LEAKPROOF;
EXCEPTION WHEN insufficient_privilege THEN
  RAISE NOTICE 'misspelt words are looked for without an index: marking similarity_op leakproof needs a superuser';
END $$;
