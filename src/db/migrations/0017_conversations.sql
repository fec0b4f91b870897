-- Conversations as rows: which messages belong together, with an id that stays. The first start afterwards fills them.
CREATE TABLE "conversation_members" (
	"workspace_id" text NOT NULL,
	"message_id" bigint NOT NULL,
	"chat_id" bigint NOT NULL,
	"conversation_id" bigint NOT NULL,
	"is_question" boolean NOT NULL,
	CONSTRAINT "conversation_members_workspace_id_message_id_pk" PRIMARY KEY("workspace_id","message_id")
);
--> statement-breakpoint
ALTER TABLE "conversation_members" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "conversations" (
	"workspace_id" text NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "conversations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"chat_id" bigint NOT NULL,
	"topic" text,
	"first_message_id" bigint NOT NULL,
	"last_message_id" bigint NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	"message_count" integer NOT NULL,
	"person_ids" bigint[] NOT NULL,
	"question_id" bigint,
	"continues_id" bigint,
	CONSTRAINT "conversations_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
ALTER TABLE "conversations" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "conversation_members" ADD CONSTRAINT "conversation_members_message" FOREIGN KEY ("workspace_id","message_id") REFERENCES "public"."messages"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_members" ADD CONSTRAINT "conversation_members_conversation" FOREIGN KEY ("workspace_id","conversation_id") REFERENCES "public"."conversations"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_chat" FOREIGN KEY ("workspace_id","chat_id") REFERENCES "public"."chats"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "conversation_members_of" ON "conversation_members" USING btree ("workspace_id","conversation_id");--> statement-breakpoint
CREATE INDEX "conversations_of_chat" ON "conversations" USING btree ("workspace_id","chat_id","last_at");--> statement-breakpoint
CREATE POLICY "conversation_members_of_chat" ON "conversation_members" AS PERMISSIVE FOR ALL TO "earshot_app" USING (workspace_id = (select current_setting('earshot.workspace', true)) and ((select current_setting('earshot.reach', true)) = 'workspace' or chat_id = (select nullif(current_setting('earshot.chat', true), '')::bigint))) WITH CHECK (workspace_id = (select current_setting('earshot.workspace', true)) and ((select current_setting('earshot.reach', true)) = 'workspace' or chat_id = (select nullif(current_setting('earshot.chat', true), '')::bigint)));--> statement-breakpoint
CREATE POLICY "conversations_of_chat" ON "conversations" AS PERMISSIVE FOR ALL TO "earshot_app" USING (workspace_id = (select current_setting('earshot.workspace', true)) and ((select current_setting('earshot.reach', true)) = 'workspace' or chat_id = (select nullif(current_setting('earshot.chat', true), '')::bigint))) WITH CHECK (workspace_id = (select current_setting('earshot.workspace', true)) and ((select current_setting('earshot.reach', true)) = 'workspace' or chat_id = (select nullif(current_setting('earshot.chat', true), '')::bigint)));--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON conversations, conversation_members TO earshot_app;
--> statement-breakpoint
ALTER TABLE "conversations" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "conversation_members" FORCE ROW LEVEL SECURITY;
