CREATE TABLE "answers" (
	"workspace_id" text NOT NULL,
	"id" text NOT NULL,
	"chat_id" bigint,
	"person_id" bigint,
	"session_id" text,
	"question" text NOT NULL,
	"answer" text,
	"trace" jsonb NOT NULL,
	"source_message_ids" bigint[] NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "answers_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
ALTER TABLE "answers" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"person_id" bigint,
	"secret_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"revoked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "chats" (
	"workspace_id" text NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "chats_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"channel" text NOT NULL,
	"external_id" text NOT NULL,
	"kind" text NOT NULL,
	"title" text,
	"settings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "chats_workspace_id_id_pk" PRIMARY KEY("workspace_id","id"),
	CONSTRAINT "chats_external" UNIQUE("workspace_id","channel","external_id")
);
--> statement-breakpoint
ALTER TABLE "chats" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "embeddings" (
	"workspace_id" text NOT NULL,
	"owner_kind" text NOT NULL,
	"owner_id" bigint NOT NULL,
	"model_id" text NOT NULL,
	"chat_id" bigint,
	"person_id" bigint,
	"vector" vector NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "embeddings_workspace_id_owner_kind_owner_id_model_id_pk" PRIMARY KEY("workspace_id","owner_kind","owner_id","model_id")
);
--> statement-breakpoint
ALTER TABLE "embeddings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "message_links" (
	"workspace_id" text NOT NULL,
	"chat_id" bigint NOT NULL,
	"from_id" bigint NOT NULL,
	"to_id" bigint NOT NULL,
	"probability" real NOT NULL,
	"reason" text NOT NULL,
	CONSTRAINT "message_links_workspace_id_from_id_to_id_pk" PRIMARY KEY("workspace_id","from_id","to_id")
);
--> statement-breakpoint
ALTER TABLE "message_links" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "messages" (
	"workspace_id" text NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"chat_id" bigint NOT NULL,
	"external_id" text NOT NULL,
	"author_id" bigint NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"position" bigint NOT NULL,
	"text" text NOT NULL,
	"reply_to" text,
	"context_snapshot" jsonb,
	"quote" text,
	"topic" text,
	"session_id" text,
	"is_bot" boolean NOT NULL,
	"media" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"edited_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	"raw" text,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	"words" "tsvector" GENERATED ALWAYS AS (to_tsvector('simple', text)) STORED,
	CONSTRAINT "messages_workspace_id_id_pk" PRIMARY KEY("workspace_id","id"),
	CONSTRAINT "messages_external" UNIQUE("workspace_id","chat_id","external_id")
);
--> statement-breakpoint
ALTER TABLE "messages" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "people" (
	"workspace_id" text NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "people_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"channel" text NOT NULL,
	"external_id" text NOT NULL,
	"name" text,
	"username" text,
	"is_bot" boolean DEFAULT false NOT NULL,
	"memory_opt_out" boolean DEFAULT false NOT NULL,
	"timezone" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "people_workspace_id_id_pk" PRIMARY KEY("workspace_id","id"),
	CONSTRAINT "people_external" UNIQUE("workspace_id","channel","external_id")
);
--> statement-breakpoint
ALTER TABLE "people" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sessions" (
	"workspace_id" text NOT NULL,
	"id" text NOT NULL,
	"chat_id" bigint,
	"topic" text,
	"person_id" bigint,
	"started_at" timestamp with time zone NOT NULL,
	"last_message_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"hidden_since" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"status" text DEFAULT 'open' NOT NULL,
	"close_reason" text,
	"active_topic" text,
	"history_included_at" timestamp with time zone,
	"turn_count" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "sessions_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
ALTER TABLE "sessions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "turns" (
	"workspace_id" text NOT NULL,
	"session_id" text NOT NULL,
	"number" integer NOT NULL,
	"question" text NOT NULL,
	"answer" text,
	"answer_id" text,
	"guardrail_score" integer,
	"retrieval_attempts" integer DEFAULT 1 NOT NULL,
	"rewritten_query" text,
	"sources" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"reasoning_steps" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"provider" text,
	"model" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "turns_workspace_id_session_id_number_pk" PRIMARY KEY("workspace_id","session_id","number")
);
--> statement-breakpoint
ALTER TABLE "turns" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "workspaces" (
	"id" text PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_links" ADD CONSTRAINT "message_links_from_message" FOREIGN KEY ("workspace_id","from_id") REFERENCES "public"."messages"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_links" ADD CONSTRAINT "message_links_to_message" FOREIGN KEY ("workspace_id","to_id") REFERENCES "public"."messages"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_chat" FOREIGN KEY ("workspace_id","chat_id") REFERENCES "public"."chats"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_author" FOREIGN KEY ("workspace_id","author_id") REFERENCES "public"."people"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "turns" ADD CONSTRAINT "turns_session" FOREIGN KEY ("workspace_id","session_id") REFERENCES "public"."sessions"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "answers_of_chat" ON "answers" USING btree ("workspace_id","chat_id","created_at");--> statement-breakpoint
CREATE INDEX "api_keys_workspace" ON "api_keys" USING btree ("workspace_id");--> statement-breakpoint
CREATE INDEX "embeddings_of_chat" ON "embeddings" USING btree ("workspace_id","chat_id","model_id");--> statement-breakpoint
CREATE INDEX "message_links_to" ON "message_links" USING btree ("workspace_id","to_id");--> statement-breakpoint
CREATE INDEX "messages_in_order" ON "messages" USING btree ("workspace_id","chat_id","sent_at","position","id");--> statement-breakpoint
CREATE INDEX "messages_by_author" ON "messages" USING btree ("workspace_id","chat_id","author_id","sent_at");--> statement-breakpoint
CREATE INDEX "messages_reply_to" ON "messages" USING btree ("workspace_id","chat_id","reply_to") WHERE reply_to is not null;--> statement-breakpoint
CREATE INDEX "messages_words" ON "messages" USING gin ("words") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "messages_trigram" ON "messages" USING gin ("text" gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "sessions_of_chat" ON "sessions" USING btree ("workspace_id","chat_id","last_message_at");--> statement-breakpoint
CREATE INDEX "sessions_of_person" ON "sessions" USING btree ("workspace_id","person_id","last_message_at");--> statement-breakpoint
CREATE INDEX "sessions_open" ON "sessions" USING btree ("workspace_id","last_message_at") WHERE status = 'open';--> statement-breakpoint
CREATE POLICY "answers_of_audience" ON "answers" AS PERMISSIVE FOR ALL TO "earshot_app" USING (workspace_id = (select current_setting('earshot.workspace', true)) and ((select current_setting('earshot.reach', true)) = 'workspace' or (chat_id is not distinct from (select nullif(current_setting('earshot.chat', true), '')::bigint) and (chat_id is not null or person_id is not distinct from (select nullif(current_setting('earshot.person', true), '')::bigint))))) WITH CHECK (workspace_id = (select current_setting('earshot.workspace', true)) and ((select current_setting('earshot.reach', true)) = 'workspace' or (chat_id is not distinct from (select nullif(current_setting('earshot.chat', true), '')::bigint) and (chat_id is not null or person_id is not distinct from (select nullif(current_setting('earshot.person', true), '')::bigint)))));--> statement-breakpoint
CREATE POLICY "chats_of_workspace" ON "chats" AS PERMISSIVE FOR ALL TO "earshot_app" USING (workspace_id = (select current_setting('earshot.workspace', true))) WITH CHECK (workspace_id = (select current_setting('earshot.workspace', true)));--> statement-breakpoint
CREATE POLICY "embeddings_of_audience" ON "embeddings" AS PERMISSIVE FOR ALL TO "earshot_app" USING (workspace_id = (select current_setting('earshot.workspace', true)) and ((select current_setting('earshot.reach', true)) = 'workspace' or (chat_id is not distinct from (select nullif(current_setting('earshot.chat', true), '')::bigint) and (chat_id is not null or person_id is not distinct from (select nullif(current_setting('earshot.person', true), '')::bigint))))) WITH CHECK (workspace_id = (select current_setting('earshot.workspace', true)) and ((select current_setting('earshot.reach', true)) = 'workspace' or (chat_id is not distinct from (select nullif(current_setting('earshot.chat', true), '')::bigint) and (chat_id is not null or person_id is not distinct from (select nullif(current_setting('earshot.person', true), '')::bigint)))));--> statement-breakpoint
CREATE POLICY "message_links_of_chat" ON "message_links" AS PERMISSIVE FOR ALL TO "earshot_app" USING (workspace_id = (select current_setting('earshot.workspace', true)) and ((select current_setting('earshot.reach', true)) = 'workspace' or chat_id = (select nullif(current_setting('earshot.chat', true), '')::bigint))) WITH CHECK (workspace_id = (select current_setting('earshot.workspace', true)) and ((select current_setting('earshot.reach', true)) = 'workspace' or chat_id = (select nullif(current_setting('earshot.chat', true), '')::bigint)));--> statement-breakpoint
CREATE POLICY "messages_of_chat" ON "messages" AS PERMISSIVE FOR ALL TO "earshot_app" USING (workspace_id = (select current_setting('earshot.workspace', true)) and ((select current_setting('earshot.reach', true)) = 'workspace' or chat_id = (select nullif(current_setting('earshot.chat', true), '')::bigint))) WITH CHECK (workspace_id = (select current_setting('earshot.workspace', true)) and ((select current_setting('earshot.reach', true)) = 'workspace' or chat_id = (select nullif(current_setting('earshot.chat', true), '')::bigint)));--> statement-breakpoint
CREATE POLICY "people_of_workspace" ON "people" AS PERMISSIVE FOR ALL TO "earshot_app" USING (workspace_id = (select current_setting('earshot.workspace', true))) WITH CHECK (workspace_id = (select current_setting('earshot.workspace', true)));--> statement-breakpoint
CREATE POLICY "sessions_of_audience" ON "sessions" AS PERMISSIVE FOR ALL TO "earshot_app" USING (workspace_id = (select current_setting('earshot.workspace', true)) and ((select current_setting('earshot.reach', true)) = 'workspace' or (chat_id is not distinct from (select nullif(current_setting('earshot.chat', true), '')::bigint) and (chat_id is not null or person_id is not distinct from (select nullif(current_setting('earshot.person', true), '')::bigint))))) WITH CHECK (workspace_id = (select current_setting('earshot.workspace', true)) and ((select current_setting('earshot.reach', true)) = 'workspace' or (chat_id is not distinct from (select nullif(current_setting('earshot.chat', true), '')::bigint) and (chat_id is not null or person_id is not distinct from (select nullif(current_setting('earshot.person', true), '')::bigint)))));--> statement-breakpoint
CREATE POLICY "turns_of_session" ON "turns" AS PERMISSIVE FOR ALL TO "earshot_app" USING (exists (select 1 from sessions s where s.workspace_id = turns.workspace_id and s.id = turns.session_id)) WITH CHECK (exists (select 1 from sessions s where s.workspace_id = turns.workspace_id and s.id = turns.session_id));