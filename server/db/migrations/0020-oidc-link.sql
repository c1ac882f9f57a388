-- A sign-in at the OpenID provider that a member began to connect an account there; and one such account per member.
ALTER TABLE oidc_flows ADD COLUMN link_for uuid REFERENCES users;
CREATE UNIQUE INDEX oidc_identities_one_each ON oidc_identities (issuer, user_id);
