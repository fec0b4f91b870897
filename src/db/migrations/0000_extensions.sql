CREATE EXTENSION IF NOT EXISTS vector;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
-- The role every transaction takes on. Roles belong to the whole server, so it may be there already.
DO $$ BEGIN
  CREATE ROLE earshot_app NOLOGIN NOSUPERUSER NOBYPASSRLS;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
END $$;
--> statement-breakpoint
DO $$ BEGIN
  IF NOT pg_has_role(current_user, 'earshot_app', 'MEMBER') THEN
    EXECUTE format('GRANT earshot_app TO %I', current_user);
  END IF;
END $$;
