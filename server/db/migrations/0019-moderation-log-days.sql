-- For how long somebody was suspended, apart from the words: those are a moderator's, and this is put into the reader's language.
ALTER TABLE moderation_log ADD COLUMN days integer;
