-- Facts: statements of people with the messages they rest on. The first start afterwards reads the conversations for them.
CREATE TABLE "facts" (
	"workspace_id" text NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "facts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"owner" text NOT NULL,
	"chat_id" bigint,
	"person_id" bigint,
	"subject_kind" text NOT NULL,
	"subject_id" bigint,
	"subject_name" text NOT NULL,
	"subject_key" text NOT NULL,
	"attribute" text NOT NULL,
	"key" text,
	"value" text NOT NULL,
	"text" text NOT NULL,
	"said_by" bigint NOT NULL,
	"said_at" timestamp with time zone NOT NULL,
	"stated_from" timestamp with time zone NOT NULL,
	"ends" boolean NOT NULL,
	"message_ids" bigint[] NOT NULL,
	"confidence" real NOT NULL,
	"model_id" text NOT NULL,
	"identity" text NOT NULL,
	"terms" text[] NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"is_pinned" boolean DEFAULT false NOT NULL,
	"changed_by" text,
	"changed_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"valid_from" timestamp with time zone NOT NULL,
	"valid_to" timestamp with time zone,
	"repeats_id" bigint,
	"closed_by" bigint,
	CONSTRAINT "facts_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
ALTER TABLE "facts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "facts_through" timestamp with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "facts_identity" ON "facts" USING btree ("workspace_id","owner","identity");--> statement-breakpoint
CREATE INDEX "facts_of_subject" ON "facts" USING btree ("workspace_id","owner","subject_key");--> statement-breakpoint
CREATE INDEX "facts_about" ON "facts" USING btree ("workspace_id","subject_id");--> statement-breakpoint
CREATE INDEX "facts_messages" ON "facts" USING gin ("message_ids") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "facts_terms" ON "facts" USING gin ("terms") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "conversations_without_facts" ON "conversations" USING btree ("workspace_id","last_at") WHERE facts_through is null or facts_through < last_at;--> statement-breakpoint
CREATE POLICY "facts_of_memory" ON "facts" AS PERMISSIVE FOR ALL TO "earshot_app" USING (workspace_id = (select current_setting('earshot.workspace', true)) and ((select current_setting('earshot.reach', true)) = 'workspace' or (chat_id is not distinct from (select nullif(current_setting('earshot.chat', true), '')::bigint) and (chat_id is not null or person_id is not distinct from (select nullif(current_setting('earshot.person', true), '')::bigint))) or ((select current_setting('earshot.alone', true)) = 'yes' and subject_kind = 'person' and subject_id = (select nullif(current_setting('earshot.person', true), '')::bigint) and said_by = (select nullif(current_setting('earshot.person', true), '')::bigint)))) WITH CHECK (workspace_id = (select current_setting('earshot.workspace', true)) and ((select current_setting('earshot.reach', true)) = 'workspace' or (chat_id is not distinct from (select nullif(current_setting('earshot.chat', true), '')::bigint) and (chat_id is not null or person_id is not distinct from (select nullif(current_setting('earshot.person', true), '')::bigint))) or ((select current_setting('earshot.alone', true)) = 'yes' and subject_kind = 'person' and subject_id = (select nullif(current_setting('earshot.person', true), '')::bigint) and said_by = (select nullif(current_setting('earshot.person', true), '')::bigint))));--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON facts TO earshot_app;
--> statement-breakpoint
ALTER TABLE "facts" FORCE ROW LEVEL SECURITY;
