-- Settings are one document: a new one needs no migration, and what is not in it has its default (protocol/rows/settings.ts).
ALTER TABLE users ADD COLUMN settings jsonb NOT NULL DEFAULT '{}';
UPDATE users SET settings = '{"sendReadReceipts": false}' WHERE NOT send_receipts;
ALTER TABLE users DROP COLUMN send_receipts;
