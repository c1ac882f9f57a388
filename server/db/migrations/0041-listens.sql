-- Who has listened to a voice message, and when: of those who send receipts.
ALTER TABLE messages ADD COLUMN listens jsonb NOT NULL DEFAULT '[]';
