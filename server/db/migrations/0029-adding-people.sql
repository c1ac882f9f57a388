-- Who brought a member in, when it was somebody else: one person adds the same friend to a few chats a day.
ALTER TABLE members ADD COLUMN added_by uuid;
-- How often somebody was asked into a chat since they last accepted: after a few times no more reach them.
ALTER TABLE invitations ADD COLUMN times_sent integer NOT NULL DEFAULT 0;
UPDATE invitations SET times_sent = 1 WHERE NOT is_hidden;
