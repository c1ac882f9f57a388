-- The daily job that compacts the log finds old entries by their block range: the log is written in the order of time,
-- and an index of every row would cost each message more than the job is worth.
CREATE INDEX scope_log_at ON scope_log USING brin (at);
