CREATE TABLE "inbox" (
	"workspace_id" text NOT NULL,
	"bot" text NOT NULL,
	"update_id" bigint NOT NULL,
	"payload" text,
	"album" text,
	"received_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"done_at" timestamp with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"problem" text,
	CONSTRAINT "inbox_workspace_id_bot_update_id_pk" PRIMARY KEY("workspace_id","bot","update_id")
);
--> statement-breakpoint
ALTER TABLE "inbox" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "outbox" (
	"workspace_id" text NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "outbox_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"bot" text NOT NULL,
	"cause" text NOT NULL,
	"kind" text NOT NULL,
	"detail" text,
	"chat" text NOT NULL,
	"topic" text,
	"message_id" text,
	"person" text,
	"state" text DEFAULT 'due' NOT NULL,
	"answer_id" text,
	"draft_id" text,
	"next_part" integer DEFAULT 0 NOT NULL,
	"sent_ids" text[] DEFAULT '{}' NOT NULL,
	"not_before" timestamp with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"problem" text,
	"created_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "outbox_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
ALTER TABLE "outbox" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "telegram_bots" (
	"workspace_id" text NOT NULL,
	"bot" text NOT NULL,
	"username" text NOT NULL,
	"reads_all" boolean NOT NULL,
	"listened_at" timestamp with time zone NOT NULL,
	CONSTRAINT "telegram_bots_workspace_id_bot_pk" PRIMARY KEY("workspace_id","bot")
);
--> statement-breakpoint
ALTER TABLE "telegram_bots" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "telegram_chats" (
	"workspace_id" text NOT NULL,
	"bot" text NOT NULL,
	"chat" text NOT NULL,
	"title" text,
	"is_group" boolean NOT NULL,
	"status" text,
	"status_since" timestamp with time zone,
	"overheard_at" timestamp with time zone,
	CONSTRAINT "telegram_chats_workspace_id_bot_chat_pk" PRIMARY KEY("workspace_id","bot","chat")
);
--> statement-breakpoint
ALTER TABLE "telegram_chats" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "reactions" jsonb;--> statement-breakpoint
ALTER TABLE "turns" ADD COLUMN "asked_by" bigint;--> statement-breakpoint
CREATE INDEX "inbox_open" ON "inbox" USING btree ("workspace_id","bot","update_id") WHERE done_at is null;--> statement-breakpoint
CREATE INDEX "inbox_done" ON "inbox" USING btree ("workspace_id","done_at") WHERE done_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "outbox_cause" ON "outbox" USING btree ("workspace_id","bot","cause");--> statement-breakpoint
CREATE INDEX "outbox_open" ON "outbox" USING btree ("workspace_id","bot","id") WHERE state in ('due', 'sending', 'posted');--> statement-breakpoint
CREATE INDEX "outbox_listed" ON "outbox" USING btree ("workspace_id","state","id") WHERE state in ('uncertain', 'failed');--> statement-breakpoint
CREATE INDEX "outbox_of_chat" ON "outbox" USING btree ("workspace_id","chat","id");--> statement-breakpoint
CREATE POLICY "inbox_of_workspace" ON "inbox" AS PERMISSIVE FOR ALL TO "earshot_app" USING (workspace_id = (select current_setting('earshot.workspace', true))) WITH CHECK (workspace_id = (select current_setting('earshot.workspace', true)));--> statement-breakpoint
CREATE POLICY "outbox_of_workspace" ON "outbox" AS PERMISSIVE FOR ALL TO "earshot_app" USING (workspace_id = (select current_setting('earshot.workspace', true))) WITH CHECK (workspace_id = (select current_setting('earshot.workspace', true)));--> statement-breakpoint
CREATE POLICY "telegram_bots_of_workspace" ON "telegram_bots" AS PERMISSIVE FOR ALL TO "earshot_app" USING (workspace_id = (select current_setting('earshot.workspace', true))) WITH CHECK (workspace_id = (select current_setting('earshot.workspace', true)));--> statement-breakpoint
CREATE POLICY "telegram_chats_of_workspace" ON "telegram_chats" AS PERMISSIVE FOR ALL TO "earshot_app" USING (workspace_id = (select current_setting('earshot.workspace', true))) WITH CHECK (workspace_id = (select current_setting('earshot.workspace', true)));--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON inbox, outbox, telegram_bots, telegram_chats TO earshot_app;
--> statement-breakpoint
DO $$ DECLARE t text; BEGIN
  FOREACH t IN ARRAY ARRAY['inbox','outbox','telegram_bots','telegram_chats']
  LOOP EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t); END LOOP;
END $$;
