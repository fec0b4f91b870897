CREATE TABLE "link_corrections" (
	"workspace_id" text NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "link_corrections_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"chat_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"message_id" bigint NOT NULL,
	"other_id" bigint,
	"person_id" bigint,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "link_corrections_workspace_id_id_pk" PRIMARY KEY("workspace_id","id"),
	CONSTRAINT "link_corrections_once" UNIQUE NULLS NOT DISTINCT("workspace_id","message_id","other_id","kind"),
	CONSTRAINT "link_corrections_pair" CHECK ((kind = 'start') = (other_id is null) and other_id is distinct from message_id)
);
--> statement-breakpoint
ALTER TABLE "link_corrections" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "link_corrections" ADD CONSTRAINT "link_corrections_message" FOREIGN KEY ("workspace_id","message_id") REFERENCES "public"."messages"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "link_corrections" ADD CONSTRAINT "link_corrections_other_message" FOREIGN KEY ("workspace_id","other_id") REFERENCES "public"."messages"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "link_corrections_other" ON "link_corrections" USING btree ("workspace_id","other_id");--> statement-breakpoint
CREATE INDEX "link_corrections_of_chat" ON "link_corrections" USING btree ("workspace_id","chat_id","created_at");--> statement-breakpoint
CREATE INDEX "link_corrections_of_person" ON "link_corrections" USING btree ("workspace_id","person_id");--> statement-breakpoint
CREATE POLICY "link_corrections_of_chat" ON "link_corrections" AS PERMISSIVE FOR ALL TO "earshot_app" USING (workspace_id = (select current_setting('earshot.workspace', true)) and ((select current_setting('earshot.reach', true)) = 'workspace' or chat_id = (select nullif(current_setting('earshot.chat', true), '')::bigint))) WITH CHECK (workspace_id = (select current_setting('earshot.workspace', true)) and ((select current_setting('earshot.reach', true)) = 'workspace' or chat_id = (select nullif(current_setting('earshot.chat', true), '')::bigint)));--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON link_corrections TO earshot_app;
--> statement-breakpoint
ALTER TABLE "link_corrections" FORCE ROW LEVEL SECURITY;
