-- Since when no push has got through to a subscription: one that stays so is removed.
ALTER TABLE push_subscriptions ADD COLUMN failing_since timestamptz(3);
