CREATE TABLE "notes" (
	"workspace_id" text NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "notes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"person_id" bigint NOT NULL,
	"chat_id" bigint,
	"text" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "notes_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
ALTER TABLE "notes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "prompts" (
	"workspace_id" text NOT NULL,
	"chat_id" bigint,
	"version" integer NOT NULL,
	"persona" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "prompts_version" UNIQUE NULLS NOT DISTINCT("workspace_id","chat_id","version")
);
--> statement-breakpoint
ALTER TABLE "prompts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "spend" (
	"workspace_id" text NOT NULL,
	"day" date NOT NULL,
	"owner_kind" text NOT NULL,
	"owner_id" bigint NOT NULL,
	"tokens" bigint NOT NULL,
	"cost_usd" double precision NOT NULL,
	CONSTRAINT "spend_workspace_id_day_owner_kind_owner_id_pk" PRIMARY KEY("workspace_id","day","owner_kind","owner_id")
);
--> statement-breakpoint
ALTER TABLE "spend" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE INDEX "notes_of_person" ON "notes" USING btree ("workspace_id","person_id","created_at");--> statement-breakpoint
CREATE POLICY "notes_of_person" ON "notes" AS PERMISSIVE FOR ALL TO "earshot_app" USING (workspace_id = (select current_setting('earshot.workspace', true)) and ((select current_setting('earshot.reach', true)) = 'workspace' or (person_id = (select nullif(current_setting('earshot.person', true), '')::bigint) and ((select current_setting('earshot.alone', true)) = 'yes' or chat_id = (select nullif(current_setting('earshot.chat', true), '')::bigint))))) WITH CHECK (workspace_id = (select current_setting('earshot.workspace', true)) and ((select current_setting('earshot.reach', true)) = 'workspace' or (person_id = (select nullif(current_setting('earshot.person', true), '')::bigint) and ((select current_setting('earshot.alone', true)) = 'yes' or chat_id = (select nullif(current_setting('earshot.chat', true), '')::bigint)))));--> statement-breakpoint
CREATE POLICY "prompts_of_workspace" ON "prompts" AS PERMISSIVE FOR ALL TO "earshot_app" USING (workspace_id = (select current_setting('earshot.workspace', true))) WITH CHECK (workspace_id = (select current_setting('earshot.workspace', true)));--> statement-breakpoint
CREATE POLICY "spend_of_workspace" ON "spend" AS PERMISSIVE FOR ALL TO "earshot_app" USING (workspace_id = (select current_setting('earshot.workspace', true))) WITH CHECK (workspace_id = (select current_setting('earshot.workspace', true)));--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON notes, prompts, spend TO earshot_app;
--> statement-breakpoint
DO $$ DECLARE t text; BEGIN
  FOREACH t IN ARRAY ARRAY['notes','prompts','spend']
  LOOP EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t); END LOOP;
END $$;
