-- A search weighs hundreds of parts by their terms, and terms of more than 2 kB in all are kept elsewhere and
-- compressed: to bring them back is a third of its time (bench/assembly). Up to 8 kB they stay in their row. It
-- holds for what is stored from now on; to rewrite what is there already, VACUUM FULL chunks.
ALTER TABLE "chunks" SET (toast_tuple_target = 8160);
