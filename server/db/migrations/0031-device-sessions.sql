-- Which session a device was last heard from: how many devices one session may name is limited. No reference: what a device
-- held is still told after that session has ended and its row is gone.
ALTER TABLE devices ADD COLUMN session_id uuid;

-- The job that forgets cancelled keys after a month reads only them.
CREATE INDEX mutations_cancelled ON mutations (created_at) WHERE status = 'cancelled';
