-- Sign-ins by QR code that are under way. Ids and secrets only as their SHA-256; no token is ever stored here.
CREATE TABLE qr_sign_ins (
  id_hash bytea PRIMARY KEY,
  shown_by text NOT NULL CHECK (shown_by IN ('new', 'member')),
  state text NOT NULL CHECK (state IN ('waiting', 'claimed', 'approved', 'denied', 'collected')),
  secret_hash bytea,
  number smallint,
  numbers smallint[],
  browser text,
  device text,
  address text,
  asked_at timestamptz(3),
  owner_id uuid,
  owner_session_id uuid,
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX qr_sign_ins_expiry ON qr_sign_ins (expires_at);
