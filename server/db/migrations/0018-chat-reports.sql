ALTER TABLE reports DROP CONSTRAINT reports_kind_check;
ALTER TABLE reports ADD CONSTRAINT reports_kind_check
  CHECK (kind IN ('person', 'chat', 'message', 'post', 'comment', 'stranger'));
