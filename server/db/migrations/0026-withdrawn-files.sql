-- A file that a message awaits can be given up by its sender.
ALTER TABLE files DROP CONSTRAINT files_state_check;
ALTER TABLE files ADD CONSTRAINT files_state_check CHECK (state IN ('awaited', 'withdrawn', 'ready'));
