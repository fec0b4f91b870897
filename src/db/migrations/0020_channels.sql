-- Inbox, outbox, bots and their chats serve every channel: they name it, and ids are texts. Until now all were Telegram's.
-- Updated by the owner, whom FORCE would show no row.
ALTER TABLE "inbox" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "outbox" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "chats" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "telegram_bots" RENAME TO "bots";--> statement-breakpoint
ALTER TABLE "telegram_chats" RENAME TO "bot_chats";--> statement-breakpoint
ALTER POLICY "telegram_bots_of_workspace" ON "bots" RENAME TO "bots_of_workspace";--> statement-breakpoint
ALTER POLICY "telegram_chats_of_workspace" ON "bot_chats" RENAME TO "bot_chats_of_workspace";--> statement-breakpoint
DROP INDEX "inbox_open";--> statement-breakpoint
DROP INDEX "outbox_cause";--> statement-breakpoint
DROP INDEX "outbox_open";--> statement-breakpoint
DROP INDEX "outbox_of_chat";--> statement-breakpoint
ALTER TABLE "inbox" DROP CONSTRAINT "inbox_workspace_id_bot_update_id_pk";--> statement-breakpoint
ALTER TABLE "bots" DROP CONSTRAINT "telegram_bots_workspace_id_bot_pk";--> statement-breakpoint
ALTER TABLE "bot_chats" DROP CONSTRAINT "telegram_chats_workspace_id_bot_chat_pk";--> statement-breakpoint
ALTER TABLE "inbox" RENAME COLUMN "update_id" TO "event_id";--> statement-breakpoint
ALTER TABLE "inbox" ADD COLUMN "ordinal" numeric;--> statement-breakpoint
UPDATE "inbox" SET "ordinal" = "event_id";--> statement-breakpoint
ALTER TABLE "inbox" ALTER COLUMN "event_id" TYPE text;--> statement-breakpoint
ALTER TABLE "inbox" ADD COLUMN "seq" bigint NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "inbox_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1);--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "is_group" boolean;--> statement-breakpoint
UPDATE "outbox" SET "is_group" = ("chat" LIKE '-%');--> statement-breakpoint
ALTER TABLE "outbox" ALTER COLUMN "is_group" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "limited_until" timestamp with time zone;--> statement-breakpoint
UPDATE "outbox" SET "limited_until" = "not_before" WHERE "problem" LIKE '429%' AND "state" = 'due';--> statement-breakpoint
ALTER TABLE "chats" ADD COLUMN "links" jsonb;--> statement-breakpoint
UPDATE "chats" SET "links" = jsonb_build_object(
    'message', 'https://t.me/c/' || substr("external_id", 5) || '/{digits}',
    'threadMessage', 'https://t.me/c/' || substr("external_id", 5) || '/{thread}/{digits}')
  WHERE "channel" = 'telegram' AND "external_id" ~ '^-100[0-9]+$';--> statement-breakpoint
ALTER TABLE "bots" ADD COLUMN "channel" text NOT NULL DEFAULT 'telegram';--> statement-breakpoint
ALTER TABLE "bots" ALTER COLUMN "channel" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "bots" ADD COLUMN "position" text;--> statement-breakpoint
ALTER TABLE "bot_chats" ADD COLUMN "channel" text NOT NULL DEFAULT 'telegram';--> statement-breakpoint
ALTER TABLE "bot_chats" ALTER COLUMN "channel" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "inbox" ADD CONSTRAINT "inbox_workspace_id_channel_bot_event_id_pk" PRIMARY KEY("workspace_id","channel","bot","event_id");--> statement-breakpoint
ALTER TABLE "bots" ADD CONSTRAINT "bots_workspace_id_channel_bot_pk" PRIMARY KEY("workspace_id","channel","bot");--> statement-breakpoint
ALTER TABLE "bot_chats" ADD CONSTRAINT "bot_chats_workspace_id_channel_bot_chat_pk" PRIMARY KEY("workspace_id","channel","bot","chat");--> statement-breakpoint
CREATE INDEX "inbox_open" ON "inbox" USING btree ("workspace_id","channel","bot","ordinal","seq") WHERE done_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "outbox_cause" ON "outbox" USING btree ("workspace_id","channel","bot","cause");--> statement-breakpoint
CREATE INDEX "outbox_open" ON "outbox" USING btree ("workspace_id","channel","bot","id") WHERE state in ('due', 'sending', 'posted');--> statement-breakpoint
CREATE INDEX "outbox_of_chat" ON "outbox" USING btree ("workspace_id","channel","chat","id");--> statement-breakpoint
ALTER TABLE "inbox" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "outbox" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "chats" FORCE ROW LEVEL SECURITY;
