-- Accounts at an OpenID provider that open an account here, and sign-ins there that are under way. No token is ever stored.
CREATE TABLE oidc_identities (
  issuer text NOT NULL,
  subject text NOT NULL,
  user_id uuid NOT NULL REFERENCES users,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (issuer, subject)
);
CREATE INDEX oidc_identities_user ON oidc_identities (user_id);
CREATE TABLE oidc_flows (
  secret_hash bytea PRIMARY KEY,
  state text NOT NULL CHECK (state IN ('asked', 'redeeming', 'answered', 'newcomer')),
  code_hash bytea,
  issuer text,
  subject text,
  profile jsonb,
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX oidc_flows_expiry ON oidc_flows (expires_at);
