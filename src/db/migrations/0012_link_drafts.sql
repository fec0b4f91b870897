-- What the first look of the link model gave: the second look at later messages is worked out from it. Links stored so
-- far had one look only.
ALTER TABLE "message_links" ADD COLUMN "draft" real NOT NULL DEFAULT 0;
--> statement-breakpoint
ALTER TABLE "message_links" NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
UPDATE "message_links" SET "draft" = "probability";
--> statement-breakpoint
ALTER TABLE "message_links" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "message_links" ALTER COLUMN "draft" DROP DEFAULT;
