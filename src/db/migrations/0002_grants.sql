GRANT USAGE ON SCHEMA public TO earshot_app;
--> statement-breakpoint
-- Named one by one: workspaces and api_keys are the control plane, which this role cannot touch.
GRANT SELECT, INSERT, UPDATE, DELETE
  ON chats, people, messages, message_links, sessions, turns, answers, embeddings
  TO earshot_app;
--> statement-breakpoint
-- FORCE: the tables' owner is behind the wall too, unless it is a superuser.
DO $$ DECLARE t text; BEGIN
  FOREACH t IN ARRAY ARRAY['chats','people','messages','message_links','sessions','turns','answers','embeddings']
  LOOP EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t); END LOOP;
END $$;
--> statement-breakpoint
-- Behind row-level security PostgreSQL uses an index only for operators marked leakproof, and full
-- text matching is not: every search would scan the chat. It reveals nothing by error or timing that
-- its caller may not see, so we mark it. Needs a superuser; without one search still works, slower.
DO $$ BEGIN
  ALTER FUNCTION pg_catalog.ts_match_vq(tsvector, tsquery) LEAKPROOF;
EXCEPTION WHEN insufficient_privilege THEN
  RAISE NOTICE 'full text search will scan each chat: marking ts_match_vq leakproof needs a superuser';
END $$;
