-- Keys were stored as they came; now in one way of writing, base64url without padding.
DELETE FROM push_subscriptions one USING push_subscriptions other
  WHERE one.id < other.id
    AND rtrim(translate(one.auth, '+/', '-_'), '=') = rtrim(translate(other.auth, '+/', '-_'), '=');
UPDATE push_subscriptions
  SET auth = rtrim(translate(auth, '+/', '-_'), '='), p256dh = rtrim(translate(p256dh, '+/', '-_'), '=')
  WHERE auth ~ '[+/=]' OR p256dh ~ '[+/=]';
