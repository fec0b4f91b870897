-- Which import stored a message, so that it can be undone; the chat of a pending update, which is erased with the chat.
CREATE TABLE "imports" (
	"workspace_id" text NOT NULL,
	"id" text NOT NULL,
	"format" text NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "imports_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
ALTER TABLE "imports" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "inbox" ADD COLUMN "chat" text;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "import_id" text;--> statement-breakpoint
CREATE INDEX "messages_of_import" ON "messages" USING btree ("workspace_id","import_id") WHERE import_id is not null;--> statement-breakpoint
CREATE POLICY "imports_of_workspace" ON "imports" AS PERMISSIVE FOR ALL TO "earshot_app" USING (workspace_id = (select current_setting('earshot.workspace', true))) WITH CHECK (workspace_id = (select current_setting('earshot.workspace', true)));--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON imports TO earshot_app;
--> statement-breakpoint
ALTER TABLE "imports" FORCE ROW LEVEL SECURITY;
