-- The daily job that forgets old keys would otherwise read the whole table, which grows with every mutation.
CREATE INDEX mutations_created ON mutations (created_at);
