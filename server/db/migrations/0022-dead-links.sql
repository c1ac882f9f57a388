-- What opens nothing any more is remembered for a while, so that "used already" can be told from "never was".
-- Links of forgotten passwords: hashes of 256 random bits, of nobody's. Whoever asks about one has held it.
CREATE TABLE ended_resets (
  token_hash bytea PRIMARY KEY,
  how text NOT NULL CHECK (how IN ('used', 'replaced', 'withdrawn')),
  kept_until timestamptz(3) NOT NULL
);
CREATE INDEX ended_resets_kept ON ended_resets (kept_until);
-- Sign-ins at the OpenID provider: what was known of the person goes, the hashes stay as long as the browser's cookie.
ALTER TABLE oidc_flows ADD COLUMN ended_at timestamptz(3);
