-- Which table the epoch was written for. A table that a restore has made anew is another one, and then the epoch is renewed.
ALTER TABLE lineage ADD COLUMN written_for text;
UPDATE lineage SET written_for = 'lineage'::regclass::oid || ' in ' || (SELECT oid FROM pg_database WHERE datname = current_database());
