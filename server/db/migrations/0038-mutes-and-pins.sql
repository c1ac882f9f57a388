-- A mute may end by itself, and what names the member may be muted with the rest; both null as before.
ALTER TABLE memberships ADD COLUMN muted_until timestamp(3) with time zone;
ALTER TABLE memberships ADD COLUMN mutes_mentions boolean;
