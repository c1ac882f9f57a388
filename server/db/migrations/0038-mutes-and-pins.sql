-- A mute may end by itself, and what names the member may be muted with the rest; a chat may be pinned. All null as before.
ALTER TABLE memberships ADD COLUMN muted_until timestamp(3) with time zone;
ALTER TABLE memberships ADD COLUMN mutes_mentions boolean;
ALTER TABLE memberships ADD COLUMN pin_rank text COLLATE "C";
CREATE INDEX memberships_pinned ON memberships (user_id) WHERE pin_rank IS NOT NULL;
